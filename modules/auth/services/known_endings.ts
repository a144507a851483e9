import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { AUTH_LIMITS } from '../limits.ts'
import { EndedCredentialStore, type EndedCredential } from '../storage/ended_credential_store.ts'

/**
 * Sessions and scoped tokens that ended before their time, as far as this process knows. Few
 * credentials end early and many are in use, so one read of the new endings, at most every
 * `AUTH_LIMITS.endedFreshMs`, serves all requests. While the database is away no token is accepted.
 */
@singleton()
export class KnownEndings {
  #ended = new Map<string, Micros>()
  #seq = 0
  #readAtMs = -Infinity
  #reading: Promise<void> | null = null

  constructor(
    private store: EndedCredentialStore,
    private clock: Clock
  ) {}

  /** Whether a session or scoped token ended before its time, in this process or another one. */
  async has(id: string): Promise<boolean> {
    if (performance.now() - this.#readAtMs >= AUTH_LIMITS.endedFreshMs) {
      await (this.#reading ??= this.#read().finally(() => (this.#reading = null)))
    }
    return this.#ended.has(id)
  }

  /** Adds endings of this process, which count from now on whatever was read before. */
  add(ended: readonly EndedCredential[]) {
    for (const { id, expiresAt } of ended) this.#ended.set(id, expiresAt)
  }

  async #read() {
    const startedAtMs = performance.now()
    const now = this.clock.nowMicros()
    const { seq, ended } = await this.store.since(this.#seq, now)
    this.add(ended)
    for (const [id, expiresAt] of this.#ended) if (expiresAt <= now) this.#ended.delete(id)
    this.#seq = seq
    // The reading is as old as its question, not as its answer.
    this.#readAtMs = startedAtMs
  }
}
