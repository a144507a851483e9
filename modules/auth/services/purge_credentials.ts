import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { purgeInBatches } from './purge_in_batches.ts'
import { EndedCredentialStore } from '../storage/ended_credential_store.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'
import { SessionStore } from '../storage/session_store.ts'

/** Forgets sessions and scoped tokens that have expired, and that some of them ended before. */
@singleton()
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
