import type { Clock } from '#app/clock/clock'
import { purgeInBatches } from './purge_in_batches.ts'
import type { EndedCredentialStore } from '../storage/ended_credential_store.ts'
import type { ScopedTokenStore } from '../storage/scoped_token_store.ts'
import type { SessionStore } from '../storage/session_store.ts'

/** Forgets sessions and scoped tokens that have expired, and that some of them ended before. */
export class PurgeCredentials {
  #stores: { deleteExpired: SessionStore['deleteExpired'] }[]

  constructor(
    sessions: SessionStore,
    tokens: ScopedTokenStore,
    ended: EndedCredentialStore,
    private clock: Clock
  ) {
    this.#stores = [sessions, tokens, ended]
  }

  /** @returns how many were forgotten */
  async run(): Promise<number> {
    let purged = 0
    for (const store of this.#stores) {
      purged += await purgeInBatches((limit) => store.deleteExpired(this.clock.nowMicros(), limit))
    }
    return purged
  }
}
