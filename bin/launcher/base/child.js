// @ts-check
import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { PROJECT_ROOT } from './paths.js'
import { InterruptedError, LaunchError } from './errors.js'
import { LogFile, openServiceLog, sizeOf } from './log_file.js'
import { pause } from './pause.js'
import { isGroupAlive } from './process_identity.js'
import { listensOn } from './port_listener.js'
import { forgetProcess, recordProcess } from './run_registry.js'
import { untilTrue } from './tcp.js'

const PIPE_GRACE_MS = 500
const GROUP_POLL_MS = 50
/** Priority at which a process gets half as much as another one, when both want more than there is. */
const BACKGROUND_PRIORITY = 3
/** A service that is still booting has nothing to finish, and may not listen to signals yet. */
const STARTING_DEADLINE_MS = 2000

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {object} ChildSpec
 * @property {string} name unique within the installation; names its pid file
 * @property {string} title what a person calls it
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {string} logFile
 * @property {string} runDir
 * @property {boolean} [ipc] opens a channel: the child reports readiness and ends when it closes
 * @property {(line: string) => void} [onLine] also receives every line written
 * @property {boolean} [inBackground] the others' work comes first
 */

/** @param {Exit} exit */
export function describeExit({ code, signal }) {
  return signal ? `killed by ${signal}` : `exit code ${code}`
}

/**
 * A process of the installation. It leads its own process group: a Ctrl-C in the terminal reaches
 * only the launcher, which then stops everything in order.
 */
export class Child {
  /** @type {Exit | null} */
  exit = null
  /** Set once the launcher stops the child, so that its end is expected. */
  expectedToEnd = false
  /** Whether the child has reported that it is ready; only for children with a channel. */
  isReady = false

  /**
   * @param {ChildSpec} spec
   * @throws {LaunchError} when the program cannot be started
   */
  constructor(spec) {
    this.spec = spec
    this.logStart = sizeOf(spec.logFile)
    const piped = spec.ipc === true || spec.onLine !== undefined
    const output = piped ? 'pipe' : openServiceLog(spec.logFile)
    this.process = spawn(spec.command, spec.args, {
      cwd: PROJECT_ROOT,
      env: spec.env,
      detached: true,
      stdio: ['ignore', output, output, ...(spec.ipc ? [/** @type {const} */ ('ipc')] : [])],
    })
    if (typeof output === 'number') closeSync(output)
    /** @type {Promise<Exit>} */
    this.exited = new Promise((resolve) => {
      this.process.once('error', (error) => {
        this.startError = error
        if (this.process.pid === undefined) resolve(this.#ended({ code: 127, signal: null }))
      })
      this.process.once('exit', async (code, signal) => {
        // The last lines arrive after the exit. A grandchild may hold the pipe open for ever, so
        // the wait is limited.
        await Promise.race([this.#outputEnded(), pause(PIPE_GRACE_MS)])
        resolve(this.#ended({ code, signal }))
      })
    })
    if (this.process.pid !== undefined) {
      if (spec.inBackground) setPriority(this.process.pid, BACKGROUND_PRIORITY)
      recordProcess(spec.runDir, spec.name, this.process.pid)
    }
    if (piped) this.#collectOutput()
  }

  get pid() {
    return this.process.pid
  }

  #outputEnded() {
    const streams = [this.process.stdout, this.process.stderr]
    const isOpen = streams.filter((stream) => stream && !stream.readableEnded && !stream.destroyed)
    return Promise.all(
      isOpen.map((stream) => new Promise((resolve) => stream?.once('close', resolve)))
    )
  }

  #collectOutput() {
    const log = new LogFile(this.spec.logFile)
    for (const stream of [this.process.stdout, this.process.stderr]) {
      if (!stream) continue
      let rest = ''
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        log.write(chunk)
        if (!this.spec.onLine) return
        const lines = (rest + chunk.toString('utf8')).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) this.spec.onLine(line)
      })
      stream.on('end', () => rest && this.spec.onLine?.(rest))
      stream.on('error', () => {})
    }
    void this.exited.then(() => setImmediate(() => log.close()))
  }

  /** @param {Exit} exit */
  #ended(exit) {
    this.exit ??= exit
    forgetProcess(this.spec.runDir, this.spec.name)
    return this.exit
  }

  /** An error that shows the last lines this run wrote. */
  failure(
    /** @type {string} */ message,
    logPart = /** @type {import('./errors.js').LogPart} */ ('end')
  ) {
    const cause = this.startError
    const text = cause ? `${message} (${cause.message})` : message
    return new LaunchError(text, {
      logFile: this.spec.logFile,
      logFromByte: this.logStart,
      logPart,
      cause,
    })
  }

  /**
   * Waits for the `{ type: 'ready' }` message of a child with a channel.
   *
   * @param {number} timeoutMs
   * @param {AbortSignal} signal
   */
  async ready(timeoutMs, signal) {
    const reported = new Promise((resolve) => {
      this.process.on('message', (/** @type {any} */ message) => {
        if (message?.type !== 'ready') return
        this.isReady = true
        resolve(undefined)
      })
    })
    await this.whileAlive(reported, timeoutMs, signal)
  }

  /**
   * Waits until the child answers on its port. An answer on the port alone is not enough: when two
   * installations start at the same moment, one of them may have taken the port in between.
   *
   * @param {number} port
   * @param {() => Promise<boolean>} answersRight
   * @param {number} timeoutMs
   * @param {AbortSignal} signal
   */
  async serving(port, answersRight, timeoutMs, signal) {
    const giveUp = new AbortController()
    const serves = async () => (await answersRight()) && listensOn(Number(this.process.pid), port)
    try {
      await this.whileAlive(untilTrue(serves, giveUp.signal), timeoutMs, signal)
    } finally {
      giveUp.abort()
    }
  }

  /**
   * Waits for something that only makes sense while the child lives.
   *
   * @template T
   * @param {Promise<T>} wanted
   * @param {number} timeoutMs
   * @param {AbortSignal} signal
   * @returns {Promise<T>}
   * @throws {LaunchError} when the child ends first or the time is over
   * @throws {InterruptedError}
   */
  async whileAlive(wanted, timeoutMs, signal) {
    const { title } = this.spec
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    const tooLate = new Promise((_, reject) => {
      const message = `${title} was not ready within ${timeoutMs / 1000} s.`
      timer = setTimeout(() => reject(this.failure(message)), timeoutMs)
    })
    const interrupted = new Promise((_, reject) => {
      if (signal.aborted) reject(new InterruptedError())
      signal.addEventListener('abort', () => reject(new InterruptedError()), { once: true })
    })
    const ended = this.exited.then((exit) => {
      throw this.failure(`${title} did not start: ${describeExit(exit)}.`)
    })
    try {
      return /** @type {T} */ (await Promise.race([wanted, ended, tooLate, interrupted]))
    } catch (error) {
      // A child that is too late would hold the port and the data that the next attempt needs.
      if (!signal.aborted) await this.stop(0, 'SIGKILL')
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Asks the child and its group to end. Only the child itself is killed after the deadline,
   * because processes that it started may have more to finish (see `endGroup`).
   *
   * @param {number} deadlineMs after which it is killed
   * @param {NodeJS.Signals} [signal]
   * @returns {Promise<Exit>}
   */
  async stop(deadlineMs, signal = 'SIGTERM') {
    this.expectedToEnd = true
    if (this.exit) return this.exit
    this.signal(signal)
    // An open channel keeps a Node.js process alive after it has closed everything else.
    if (this.process.connected) this.process.disconnect()
    const isStarting = this.spec.ipc === true && !this.isReady
    const patienceMs = isStarting ? Math.min(deadlineMs, STARTING_DEADLINE_MS) : deadlineMs
    const timer = setTimeout(() => this.process.kill('SIGKILL'), patienceMs)
    try {
      return await this.exited
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Ends what the child started and left behind in its group.
   *
   * @param {number} deadlineMs after which it is killed
   */
  async endGroup(deadlineMs) {
    if (this.pid === undefined || !isGroupAlive(this.pid)) return
    signalGroup(this.pid, 'SIGTERM')
    const deadline = Date.now() + deadlineMs
    while (isGroupAlive(this.pid) && Date.now() < deadline) await pause(GROUP_POLL_MS)
    signalGroup(this.pid, 'SIGKILL')
  }

  /** @param {NodeJS.Signals} signal sent to the child and everything it started in its group */
  signal(signal) {
    if (this.pid !== undefined && !this.exit) signalGroup(this.pid, signal)
  }
}

/**
 * @param {number} groupId
 * @param {NodeJS.Signals} signal
 */
function signalGroup(groupId, signal) {
  try {
    process.kill(-groupId, signal)
  } catch {
    // The group ended at this very moment.
  }
}
