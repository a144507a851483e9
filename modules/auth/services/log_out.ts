import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { refreshHash } from './refresh_secret.ts'
import { RefreshTokenStore } from '../storage/refresh_token_store.ts'
import { SessionStore } from '../storage/session_store.ts'

/**
 * Ends a sign-in: its refresh token and all that follow from it. The access token lives on until it
 * expires; `DELETE /auth/sessions/:id` ends that too.
 */
@singleton()
export class LogOut {
  constructor(
    private refreshTokens: RefreshTokenStore,
    private sessions: SessionStore,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * The answer says nothing about the token: it must not tell a finder whether the token was valid.
   */
  async run(refreshToken: string): Promise<void> {
    const hash = refreshHash(refreshToken)
    if (hash === null) return
    await this.database.transaction(async (sql) => {
      const token = await this.refreshTokens.lock(sql, hash)
      if (token === null) return
      const now = this.clock.nowMicros()
      await this.refreshTokens.revokeFamily(sql, token.familyId, now)
      await this.sessions.markEnded(sql, token.familyId, now)
    })
  }
}
