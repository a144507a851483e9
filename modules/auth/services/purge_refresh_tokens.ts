import type { Clock } from '#app/clock/clock'
import { purgeInBatches } from '#modules/auth/services/purge_in_batches'
import type { RefreshTokenStore } from '#modules/auth/storage/refresh_token_store'

/** Forgets refresh tokens that have expired: what they could prove no longer opens anything. */
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
