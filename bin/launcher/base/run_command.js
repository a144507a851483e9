// @ts-check
import { join } from 'node:path'
import { describeExit } from './child.js'
import { InterruptedError } from './errors.js'
import { STAGE } from './session.js'

const STOP_DEADLINE_MS = 5000

/**
 * @typedef {object} CommandSpec
 * @property {string} name also the name of its log
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {(line: string) => void} [onLine]
 * @property {boolean} [inBackground] the others' work comes first
 * @property {boolean} [finishFirst] a Ctrl-C lets it come to its end
 */

/**
 * Runs a command to its end, output to `<logs>/<name>.log`.
 *
 * @param {import('./session.js').Session} session
 * @param {import('./paths.js').Layout} layout
 * @param {CommandSpec} spec
 * @returns {Promise<{ code: number, child: import('./child.js').Child }>}
 * @throws {InterruptedError} when the run was stopped meanwhile
 */
export async function runToEnd(session, layout, spec) {
  const child = session.spawn(
    {
      ...spec,
      title: spec.name,
      onLine: spec.onLine ?? (() => {}),
      logFile: join(layout.logs, `${spec.name}.log`),
      runDir: layout.run,
    },
    { stage: STAGE.application, deadlineMs: STOP_DEADLINE_MS }
  )
  const onAbort = () => {
    if (!spec.finishFirst) void child.stop(STOP_DEADLINE_MS)
  }
  session.signal.addEventListener('abort', onAbort, { once: true })
  const exit = await child.exited
  session.signal.removeEventListener('abort', onAbort)
  if (session.interrupted) throw new InterruptedError()
  return { code: exit.code ?? 1, child }
}

/**
 * Like `runToEnd`, but anything except success is a failure that shows the output.
 *
 * @param {import('./session.js').Session} session
 * @param {import('./paths.js').Layout} layout
 * @param {CommandSpec & { whatFailed: string, tellingPart?: import('./errors.js').LogPart }} spec
 * @throws {import('./errors.js').LaunchError}
 */
export async function runOrFail(session, layout, spec) {
  const { code, child } = await runToEnd(session, layout, spec)
  if (code !== 0) {
    const exit = describeExit(child.exit ?? { code, signal: null })
    throw child.failure(`${spec.whatFailed}: ${exit}.`, spec.tellingPart)
  }
}
