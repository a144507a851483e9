// @ts-check
import { setMaxListeners } from 'node:events'
import { Child } from './child.js'
import { InterruptedError } from './errors.js'
import { processorMsOfEnded } from './process_identity.js'

/**
 * npm forwards a Ctrl-C that the terminal has delivered already; two signals this close together
 * are one.
 */
const SAME_KEYPRESS_MS = 1000
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * The order in which things end: the service before the stores that it writes to, the lock last.
 * Things of one stage end at the same time.
 */
export const STAGE = { application: 0, chainSnapshot: 1, chain: 2, stores: 3, installation: 4 }

/** One run of the launcher: what it started, whether it was asked to stop, and how it ends. */
export class Session {
  /** @type {Set<{ stage: number, close: () => Promise<unknown> | unknown }>} */
  #closers = new Set()
  /** @type {Set<Child>} */
  #children = new Set()
  /** @type {Map<string, number>} */
  #processorMs = new Map()
  #stopping = new AbortController()
  #interruptedAt = 0
  #closed = false

  constructor() {
    // Every wait of a run listens to this signal; Node would report more than ten listeners as a
    // leak.
    setMaxListeners(0, this.#stopping.signal)
    for (const signal of SIGNALS) process.on(signal, () => this.#onSignal())
  }

  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. */
  get signal() {
    return this.#stopping.signal
  }

  get interrupted() {
    return this.#interruptedAt > 0
  }

  /** @type {() => void} called once, at the first signal */
  onInterrupt = () => {}

  #onSignal() {
    if (!this.interrupted) {
      this.#interruptedAt = Date.now()
      this.onInterrupt()
      this.#stopping.abort(new InterruptedError())
      return
    }
    if (Date.now() - this.#interruptedAt < SAME_KEYPRESS_MS) return
    this.killEverything()
    process.exit(1)
  }

  /** Kills everything at once, at the price of a crash recovery at the next start. */
  killEverything() {
    for (const child of this.#children) child.signal('SIGKILL')
    for (const { stage, close } of this.#closers) if (stage === STAGE.installation) void close()
  }

  /** Whether it was asked to stop, or is closing after a failure: nothing is started any more. */
  get isEnding() {
    return this.interrupted || this.#closed
  }

  throwIfInterrupted() {
    if (this.isEnding) throw new InterruptedError()
  }

  /**
   * @param {import('./child.js').ChildSpec} spec
   * @param {{ stage: number, deadlineMs: number, stopSignal?: NodeJS.Signals }} ending
   */
  spawn(spec, { stage, deadlineMs, stopSignal }) {
    this.throwIfInterrupted()
    const child = new Child(spec)
    this.#children.add(child)
    child.process.once('exit', () => this.#account(spec.name))
    const forget = this.defer(stage, () => child.stop(deadlineMs, stopSignal))
    void child.exited.then(() => {
      this.#children.delete(child)
      forget()
    })
    return child
  }

  /** @param {string} name of a child that has ended */
  #account(name) {
    const kind = name.replace(/_\d+$/, '')
    const before = this.#processorMs.get(kind) ?? 0
    this.#processorMs.set(kind, before + processorMsOfEnded())
  }

  /**
   * What the children that have ended, and theirs, took of processors, in milliseconds by the name
   * of the child without its number. Where two end at one moment, the first is told both.
   *
   * @returns {ReadonlyMap<string, number>}
   */
  get processorMs() {
    return this.#processorMs
  }

  /**
   * @param {number} stage
   * @param {() => Promise<unknown> | unknown} close
   * @returns {() => void} takes it back
   */
  defer(stage, close) {
    const closer = { stage, close }
    this.#closers.add(closer)
    return () => this.#closers.delete(closer)
  }

  /** Ends everything, stage by stage; a failure does not keep the rest from ending. */
  async close() {
    if (this.#closed) return
    this.#closed = true
    for (const stage of Object.values(STAGE)) {
      const closers = [...this.#closers].filter((closer) => closer.stage === stage)
      await Promise.allSettled(closers.map(async ({ close }) => close()))
    }
  }
}
