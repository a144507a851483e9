import type { Logger } from '@adonisjs/core/logger'

/** The pause between two lines about the same trouble; it doubles. */
const TELL_MS = { least: 1000, most: 60_000 }
/** Trouble that was silent for so long is over, and told at once when it comes again. */
const OVER_MS = 2 * TELL_MS.most
/** How long health tells of an error. */
const RECENT_MS = 10_000

interface Trouble {
  lastAt: number
  toldAt: number
  pauseMs: number
  /** Since it was told last. */
  times: number
}

/**
 * What goes wrong again and again, for the log and for health. Thirty queues tell every error of
 * their connection, and a server that refuses does so thousands of times a second: each kind of
 * error is a warning at once, and then ever more rarely, with how often it was seen.
 */
export class RepeatedTrouble {
  #kinds = new Map<string, Trouble>()
  #newest: { message: string; at: number } | null = null
  #seen = new WeakSet<Error>()

  /** @param what the sentence of the log, without a full stop */
  constructor(
    private log: Pick<Logger, 'warn' | 'info'>,
    private what: string
  ) {}

  note(error: Error, about: object = {}): void {
    // Every queue of a connection is told of the same error.
    if (this.#seen.has(error)) return
    this.#seen.add(error)
    const now = Date.now()
    const message = messageOf(error)
    this.#newest = { message, at: now }
    const kind = kindOf(error, message)
    const known = this.#kinds.get(kind)
    if (known && now - known.lastAt < OVER_MS) {
      known.lastAt = now
      known.times++
      if (now - known.toldAt < known.pauseMs) return
      this.log.warn(
        { err: error, ...about, times: known.times, seconds: seconds(now - known.toldAt) },
        `${this.what}: again`
      )
      known.pauseMs = Math.min(known.pauseMs * 2, TELL_MS.most)
      known.toldAt = now
      known.times = 0
    } else {
      this.log.warn({ err: error, ...about }, this.what)
      this.#kinds.set(kind, { lastAt: now, toldAt: now, pauseMs: TELL_MS.least, times: 0 })
    }
  }

  /** For those who know when it is well again: tells it once, and what comes later at once. */
  over(): void {
    if (this.#kinds.size === 0) return
    this.#kinds.clear()
    this.log.info(`${this.what}: no longer`)
  }

  /** The newest error of the last ten seconds; null when there was none. */
  recent(): string | null {
    if (this.#newest === null || Date.now() - this.#newest.at > RECENT_MS) return null
    return this.#newest.message
  }
}

/** A cluster that cannot be asked tells why only below its error. */
function messageOf(error: Error & { code?: string; lastNodeError?: Error | null }): string {
  const below = error.lastNodeError ? ` ${error.lastNodeError.message}` : ''
  return `${error.message || error.code || error.name}${below}`
}

/** `READONLY`, `ECONNREFUSED`, …: there are few of them, whatever the text says. */
function kindOf(error: Error & { code?: string }, message: string): string {
  return error.code ?? /^[A-Z]{3,}\b/.exec(message)?.[0] ?? error.name
}

function seconds(ms: number): number {
  return Math.round(ms / 1000)
}
