// @ts-check
import { join } from 'node:path'
import { npmCommand } from '../base/dependencies.js'
import { tailOf } from '../base/log_file.js'
import { withProjectBinaries } from '../base/node_runtime.js'
import { runToEnd } from '../base/run_command.js'
import { oneFailure, results } from './results.js'

const SHOWN_LINES = 60

/** @typedef {import('../services/prerequisites.js').Run} Run */

/**
 * @param {Run} run
 * @param {{ name: string, title: string, command: string, args: string[], inBackground: boolean }} check
 */
async function runCheck({ session, terminal, layout, settings }, { title, ...check }) {
  return terminal.step(title, async (step) => {
    const env = withProjectBinaries(settings.childEnv({}))
    const { code, child } = await runToEnd(session, layout, { ...check, env })
    if (code === 0) return results({ passed: 1 })
    step.fail('see below')
    const lines = tailOf(join(layout.logs, `${check.name}.log`), SHOWN_LINES, child.logStart)
    return oneFailure(title, lines.join('\n'))
  })
}

/**
 * @param {Run} run
 * @param {boolean} inBackground
 */
export function typecheck(run, inBackground) {
  return runCheck(run, { title: 'Type check', ...npmScript('typecheck'), inBackground })
}

/**
 * @param {Run} run
 * @param {boolean} inBackground
 */
export function lint(run, inBackground) {
  return runCheck(run, { title: 'Lint', ...npmScript('lint'), inBackground })
}

/** @param {string} name */
function npmScript(name) {
  const { command, args } = npmCommand()
  return { name, command, args: [...args, 'run', '--silent', name] }
}
