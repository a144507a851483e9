import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { EndedCredentialStore, type EndedCredential } from '../storage/ended_credential_store.ts'

/**
 * Sessions and scoped tokens that ended before their time, as this process knows them. They are few
 * and the credentials in use are many, so one read of what is new, at most every
 * `LIMITS.endedFreshMs`, serves them all. When the database is away no token is believed.
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

  /** Whether a session or scoped token ended before its time, here or elsewhere. */
  async has(id: string): Promise<boolean> {
    if (performance.now() - this.#readAtMs >= LIMITS.endedFreshMs) {
      await (this.#reading ??= this.#read().finally(() => (this.#reading = null)))
    }
    return this.#ended.has(id)
  }

  /** For the process that ended it: from now on, whatever it had read. */
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
    // What was read is as old as the question, not as old as its answer.
    this.#readAtMs = startedAtMs
  }
}
