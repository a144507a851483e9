// @ts-check
import { describeExit } from './child.js'
import { LaunchError } from './errors.js'
import { pause } from './pause.js'

const FIRST_PAUSE_MS = 500
/** A child that has stayed up for this long is well again. */
const STEADY_MS = 60_000
/** So many deaths of a child that was never well in between have a cause that a person has to remove. */
const MOST_DEATHS = 5
/** What a dead child has left behind works for nobody any more. */
const ORPHANS_DEADLINE_MS = 1000

/**
 * @typedef {import('./child.js').Child} Child
 * @typedef {object} Part
 * @property {Child} child
 * @property {() => Promise<Child>} start starts it again: same port, same data, waits until it is ready
 */

/**
 * Starts a part of the service that can be started again.
 *
 * @param {() => Promise<Child>} start
 * @returns {Promise<Part>}
 */
export async function startPart(start) {
  return { child: await start(), start }
}

/**
 * Keeps the parts running until the run is stopped: one that ends by itself is started again, later
 * each time.
 *
 * @param {Pick<import('../services/prerequisites.js').Run, 'session' | 'terminal'>} run
 * @param {Part[]} parts
 * @throws {LaunchError} when one of them keeps dying
 */
export async function keepRunning({ session, terminal }, parts) {
  const stopped = new Promise((resolve) => {
    if (session.interrupted) resolve(undefined)
    session.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  await Promise.race([stopped, ...parts.map((part) => keepAlive(session, terminal, part))])
}

/**
 * @param {import('./session.js').Session} session
 * @param {import('./terminal.js').Terminal} terminal
 * @param {Part} part
 */
async function keepAlive(session, terminal, { child, start }) {
  const { title } = child.spec
  let life = untilDeath(child)
  let readyAt = Date.now()
  let deaths = 0
  for (;;) {
    const failure = await life
    if (session.isEnding) return
    if (Date.now() - readyAt >= STEADY_MS) deaths = 0
    deaths += 1
    if (deaths === MOST_DEATHS) throw keepsDying(title, failure)
    const pauseMs = FIRST_PAUSE_MS * 2 ** (deaths - 1)
    const mark = terminal.paint.red('✖')
    terminal.print(`  ${mark} ${failure.message} It is started again in ${pauseMs / 1000} s.`)
    await pause(pauseMs, session.signal).catch(() => {})
    if (session.isEnding) return
    life = start().then((again) => {
      terminal.print(`  ${terminal.paint.green('✔')} ${title} is back.`)
      readyAt = Date.now()
      return untilDeath(again)
    }, asFailure)
    // A start that fails late has not been up.
    readyAt = Infinity
  }
}

/** @param {Child} child */
async function untilDeath(child) {
  const exit = await child.exited
  if (!child.expectedToEnd) await child.endGroup(ORPHANS_DEADLINE_MS)
  return child.failure(`${child.spec.title} stopped by itself: ${describeExit(exit)}.`)
}

/**
 * @param {unknown} error
 * @returns {LaunchError}
 */
function asFailure(error) {
  if (error instanceof LaunchError) return error
  return new LaunchError(error instanceof Error ? error.message : String(error), { cause: error })
}

/**
 * @param {string} title
 * @param {LaunchError} failure the last one
 */
function keepsDying(title, failure) {
  return new LaunchError(
    `${failure.message} ${title} keeps dying, so everything is stopped.\n` +
      'Remove the cause (its log tells; often a full disk or too little memory). "npm start" then brings everything back with the data intact.',
    { logFile: failure.logFile, logFromByte: failure.logFromByte }
  )
}
