import type { Clock } from '#app/clock/clock'
import { purgeInBatches } from '#modules/auth/services/purge_in_batches'
import type { EndedCredentialStore } from '#modules/auth/storage/ended_credential_store'
import type { ScopedTokenStore } from '#modules/auth/storage/scoped_token_store'
import type { SessionStore } from '#modules/auth/storage/session_store'

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
