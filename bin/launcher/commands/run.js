// @ts-check
import { InterruptedError, LaunchError } from '../base/errors.js'
import { LockHeldError, acquireLockPatiently } from '../base/lock.js'
import { headOf, tailOf } from '../base/log_file.js'
import { createLayout, shown } from '../base/paths.js'
import { sweepLeftovers } from '../base/run_registry.js'
import { STAGE, Session } from '../base/session.js'
import { Terminal } from '../base/terminal.js'

const WAIT_FOR_STOPPING_MS = 20_000
const SHOWN_LINES = 20
/** How a command of the service begins to say why it failed. */
const ERROR_LINE = /^\[ error \]/

/**
 * @typedef {import('../services/prerequisites.js').Run & { lock: import('../base/lock.js').Lock }} LockedRun
 */

/**
 * @param {Terminal} terminal
 * @param {unknown} error
 */
export function printFailure(terminal, error) {
  const { paint } = terminal
  if (!(error instanceof LaunchError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    terminal.print(`\n${paint.red('✖')} The launcher failed: ${text}`)
    return
  }
  terminal.print(`\n${paint.red('✖')} ${error.message}`)
  if (error.logFile === undefined) return
  const { logFile, logFromByte, logPart } = error
  if (logPart === 'end') return printTail(terminal, logFile, logFromByte)
  const beginning = logPart === 'error' ? ERROR_LINE : undefined
  const lines = headOf(logFile, SHOWN_LINES, logFromByte, beginning)
  printLines(terminal, logPart, logFile, lines)
}

/**
 * @param {Terminal} terminal
 * @param {string} logFile
 * @param {number} [fromByte]
 */
function printTail(terminal, logFile, fromByte) {
  printLines(terminal, 'end', logFile, tailOf(logFile, SHOWN_LINES, fromByte))
}

/**
 * @param {Terminal} terminal
 * @param {import('../base/errors.js').LogPart} part
 * @param {string} logFile
 * @param {string[]} lines
 */
function printLines(terminal, part, logFile, lines) {
  if (lines.length === 0) return terminal.print(`  (nothing in ${shown(logFile)})`)
  terminal.print(`  The ${part} of ${shown(logFile)}:`)
  for (const line of lines) terminal.print(terminal.paint.dim(`  │ ${line}`))
}

/**
 * @param {import('../base/lock.js').LockOwner} owner
 * @param {import('../base/paths.js').Layout} layout
 */
function refusal(owner, layout) {
  const where = owner.url ? ` at ${owner.url}` : ''
  return new LaunchError(
    `"${owner.command}" already runs here${where} (process ${owner.pid}, ${owner.state}, data in ${shown(layout.root)}).\n` +
      `Stop it with Ctrl-C in its terminal or "kill ${owner.pid}", or run a second one beside it with its own DATA_DIR and PORT.`
  )
}

/**
 * Locks the installation for this run; waits for a run that is just stopping.
 *
 * @param {import('../services/prerequisites.js').Run} run
 * @param {string} command
 */
async function takeInstallation({ session, terminal, layout }, command) {
  createLayout(layout)
  try {
    return await acquireLockPatiently(layout.lockFile, command, {
      waitMs: WAIT_FOR_STOPPING_MS,
      onWait: ({ pid }) => terminal.print(`  … waiting for process ${pid}, which is stopping`),
      signal: session.signal,
    })
  } catch (error) {
    throw error instanceof LockHeldError ? refusal(error.owner, layout) : error
  }
}

/**
 * The frame of every command: takes the installation, cleans up after a killed launcher, runs the
 * body, and ends everything it started, whatever happens.
 *
 * @typedef {object} CommandOptions
 * @property {string} command as a person types it
 * @property {import('../base/paths.js').Layout} layout
 * @property {import('../base/settings.js').Settings} settings
 * @property {number} interruptedExitCode
 * @property {() => Promise<void>} [beforeSweep] last chance to save what a killed launcher left
 *
 * @param {CommandOptions} options
 * @param {(run: LockedRun) => Promise<number>} body returns the exit code
 * @returns {Promise<never>}
 */
export async function runCommand(options, body) {
  const { command, layout, settings, interruptedExitCode } = options
  const terminal = new Terminal()
  const session = new Session()
  const run = { session, terminal, layout, settings }
  const crash = (/** @type {unknown} */ error) => {
    printFailure(terminal, error)
    session.killEverything()
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  let exitCode = 1
  try {
    const lock = await takeInstallation(run, command)
    session.defer(STAGE.installation, () => lock.release())
    session.onInterrupt = () => {
      terminal.print('\nStopping … (once more to force it)')
      lock.update({ state: 'stopping' })
    }
    await options.beforeSweep?.()
    const swept = await sweepLeftovers(layout.run)
    if (swept.length > 0) {
      terminal.print(`  ! Stopped what a killed launcher had left running: ${swept.join(', ')}`)
    }
    session.throwIfInterrupted()
    exitCode = await body({ ...run, lock })
  } catch (error) {
    // A failure that only follows from the request to stop is not reported.
    if (session.interrupted || error instanceof InterruptedError) exitCode = interruptedExitCode
    else printFailure(terminal, error)
  }
  await session.close()
  process.exit(exitCode)
}
