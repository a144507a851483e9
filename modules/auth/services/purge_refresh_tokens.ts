import type { Clock } from '#app/clock/clock'
import type { RefreshTokenStore } from '#modules/auth/storage/refresh_token_store'

const BATCH = 1000

/** Forgets refresh tokens that have expired: what they could prove no longer opens anything. */
export class PurgeRefreshTokens {
  constructor(
    private refreshTokens: RefreshTokenStore,
    private clock: Clock
  ) {}

  /**
   * In small transactions, so that nobody who signs in waits for it.
   *
   * @returns how many were forgotten
   */
  async run(): Promise<number> {
    let purged = 0
    for (;;) {
      const count = await this.refreshTokens.deleteExpired(this.clock.nowMicros(), BATCH)
      purged += count
      if (count < BATCH) return purged
    }
  }
}
