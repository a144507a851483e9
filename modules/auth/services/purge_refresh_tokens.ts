import type { Clock } from '#app/clock/clock'
import { purgeInBatches } from './purge_in_batches.ts'
import type { RefreshTokenStore } from '../storage/refresh_token_store.ts'

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
