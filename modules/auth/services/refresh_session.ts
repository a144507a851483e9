import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import type { Builder } from '../core/builder.ts'
import { decideRefresh } from '../core/decide_refresh.ts'
import { AuditLog } from './audit_log.ts'
import { refreshTokenExpiry, IssueSession, type Session } from './issue_session.ts'
import { OpenSessions } from './open_sessions.ts'
import { refreshHash } from './refresh_secret.ts'
import { AuthSettings } from '../settings.ts'
import { AccountStore } from '../storage/account_store.ts'
import { RefreshTokenStore } from '../storage/refresh_token_store.ts'
import { SessionStore } from '../storage/session_store.ts'

type Exchanged = Pick<Session, 'builder' | 'refreshToken'> & { familyId: string }

/** Exchanges a refresh token for a new pair of tokens, once. */
@singleton()
export class RefreshSession {
  constructor(
    private refreshTokens: RefreshTokenStore,
    private accounts: AccountStore,
    private issueSession: IssueSession,
    private sessions: SessionStore,
    private openSessions: OpenSessions,
    private settings: AuthSettings,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError UNAUTHORIZED; a token that was used before also ends its whole family */
  async run(refreshToken: string, origin: RequestOrigin): Promise<Session> {
    const hash = refreshHash(refreshToken)
    if (hash !== null) {
      await this.issueSession.prepare()
      const exchanged = await this.database.transaction((sql) => this.#exchange(sql, hash, origin))
      if (exchanged) {
        const { builder, familyId, refreshToken: next } = exchanged
        return this.issueSession.run(builder, familyId, next)
      }
    }
    throw new ServiceError('UNAUTHORIZED', {
      message: 'The refresh token is unknown, used, revoked or expired.',
      next: 'Sign in again with POST /api/v1/auth/google.',
    })
  }

  /**
   * Answers null in place of throwing, because the end of a family must be committed and not rolled
   * back.
   */
  async #exchange(sql: SqlSession, hash: Buffer, origin: RequestOrigin): Promise<Exchanged | null> {
    const now = this.clock.nowMicros()
    const token = await this.refreshTokens.lock(sql, hash)
    const decision = decideRefresh(token, now)
    if (token === null || decision === 'refuse') return null
    const { familyId } = token
    const builder = await this.accounts.findById(token.builderId, sql)
    const use = { familyId, builder, origin }
    if (decision === 'revoke_family') {
      await this.refreshTokens.revokeFamily(sql, familyId, now)
      await this.sessions.markEnded(sql, familyId, now)
      await this.#record(sql, use, 'reused: all tokens of this sign-in are revoked')
      return null
    }
    // An operator who has changed the identity provider no longer trusts sign-ins of the former
    // one.
    if (builder?.issuer !== this.settings.identityProvider.issuer) return null
    await this.refreshTokens.markRotated(sql, hash, now)
    const next = await this.issueSession.refreshToken(sql, builder.id, familyId)
    await this.openSessions.used(sql, familyId, origin, refreshTokenExpiry(now))
    await this.#record(sql, use)
    return { builder, familyId, refreshToken: next }
  }

  async #record(
    sql: SqlSession,
    use: { familyId: string; builder: Builder | null; origin: RequestOrigin },
    reason?: string
  ) {
    if (use.builder === null) return
    await this.audit.record(sql, {
      eventType: 'token_refreshed',
      success: reason === undefined,
      orgId: use.builder.orgId,
      realmId: null,
      actor: { type: 'builder', id: use.builder.id },
      credential: 'refresh_token',
      credentialId: use.familyId,
      details: reason === undefined ? {} : { reason },
      origin: use.origin,
    })
  }
}
