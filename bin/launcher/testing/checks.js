// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from '../base/dependencies.js'
import { tailOf } from '../base/log_file.js'
import { withProjectBinaries } from '../base/node_runtime.js'
import { PROJECT_ROOT } from '../base/paths.js'
import { runToEnd } from '../base/run_command.js'
import { oneFailure, results, sumOf } from './results.js'

const SHOWN_LINES = 60
const CODE = /\.[cm]?[jt]s$/
const LINT_RULES = /^(eslint\/|eslint\.config\.|package(-lock)?\.json$|prettier\.config|\.prettier)/

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

/**
 * Lint of these files alone, and of all imports: a change anywhere may close a circle. What decides
 * how files are judged concerns all of them.
 *
 * @param {Run} run
 * @param {string[]} changed paths relative to the project, of deleted files too
 */
export async function lintChanged(run, changed) {
  if (changed.some((file) => LINT_RULES.test(file))) return lint(run, false)
  const files = changed.filter((file) => existsSync(join(PROJECT_ROOT, file)))
  const code = files.filter((file) => CODE.test(file))
  const check = (
    /** @type {string} */ title,
    /** @type {{ name: string, command: string, args: string[] }} */ of
  ) => runCheck(run, { title, ...of, inBackground: false })
  const checks = [check('Lint: layers', npmScript('lint:layers'))]
  if (code.length > 0) {
    const args = ['--no-warn-ignored', ...code]
    checks.push(check('Lint: changed code', { name: 'eslint', command: 'eslint', args }))
  }
  if (files.length > 0) {
    const args = ['--check', '--ignore-unknown', '--log-level', 'warn', ...files]
    checks.push(check('Lint: changed files', { name: 'prettier', command: 'prettier', args }))
  }
  return sumOf(await Promise.all(checks))
}

/** @param {string} name */
function npmScript(name) {
  const { command, args } = npmCommand()
  return { name: name.replace(':', '_'), command, args: [...args, 'run', '--silent', name] }
}
