import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { purgeInBatches } from './purge_in_batches.ts'
import { RefreshTokenStore } from '../storage/refresh_token_store.ts'

/** Forgets refresh tokens that have expired: what they could prove no longer opens anything. */
@singleton()
export class PurgeRefreshTokens {
  constructor(
    private refreshTokens: RefreshTokenStore,
    private clock: Clock
  ) {}

  /** @returns how many were forgotten */
  async run(): Promise<number> {
    return purgeInBatches((limit) =>
      this.refreshTokens.deleteExpired(this.clock.nowMicros(), limit)
    )
  }
}
