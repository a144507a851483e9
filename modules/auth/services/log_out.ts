import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { refreshHash } from '#modules/auth/services/refresh_secret'
import type { RefreshTokenStore } from '#modules/auth/storage/refresh_token_store'

/** Ends a sign-in: its refresh token and all that follow from it. */
export class LogOut {
  constructor(
    private refreshTokens: RefreshTokenStore,
    private database: Database,
    private clock: Clock
  ) {}

  /** Says nothing about the token: the answer must not tell a finder whether it was a good one. */
  async run(refreshToken: string): Promise<void> {
    const hash = refreshHash(refreshToken)
    if (hash === null) return
    await this.database.transaction(async (sql) => {
      const token = await this.refreshTokens.lock(sql, hash)
      if (token === null) return
      await this.refreshTokens.revokeFamily(sql, token.familyId, this.clock.nowMicros())
    })
  }
}
