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
 * @param {{ name: string, title: string, command: string, args: string[] }} check
 */
async function runCheck({ session, terminal, layout, settings }, { title, ...check }) {
  return terminal.step(title, async (step) => {
    const env = withProjectBinaries(settings.childEnv({}))
    const { code, child } = await runToEnd(session, layout, { ...check, env, inBackground: true })
    if (code === 0) return results({ passed: 1 })
    step.fail('see below')
    const lines = tailOf(join(layout.logs, `${check.name}.log`), SHOWN_LINES, child.logStart)
    return oneFailure(title, lines.join('\n'))
  })
}

/** @param {Run} run */
export function typecheck(run) {
  const { command, args } = npmScript('typecheck')
  return runCheck(run, { name: 'typecheck', title: 'Type check', command, args })
}

/** @param {Run} run */
export function lint(run) {
  const { command, args } = npmScript('lint')
  return runCheck(run, { name: 'lint', title: 'Lint', command, args })
}

/** @param {string} name */
function npmScript(name) {
  const { command, args } = npmCommand()
  return { command, args: [...args, 'run', '--silent', name] }
}
