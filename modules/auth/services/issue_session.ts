import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { AUTH_LIMITS } from '../limits.ts'
import type { Builder } from '../core/builder.ts'
import { AccessTokens } from './access_tokens.ts'
import { newRefreshSecret, refreshHash } from './refresh_secret.ts'
import { RefreshTokenStore } from '../storage/refresh_token_store.ts'

/** The access token of a builder. */
export interface AccessGrant {
  token: string
  /** When the token expires. */
  expiresAt: Micros
  builder: Builder
}

/** The two tokens of a signed-in client. */
export interface Session extends AccessGrant {
  refreshToken: string
}

/** When a refresh token that is made now expires, and its session with it. */
export function refreshTokenExpiry(now: Micros): Micros {
  return now + AUTH_LIMITS.refreshTokenLifetimeSeconds * 1_000_000
}

/** Gives a builder an access token and a refresh token. */
@singleton()
export class IssueSession {
  constructor(
    private tokens: AccessTokens,
    private refreshTokens: RefreshTokenStore,
    private clock: Clock
  ) {}

  /**
   * Makes sure that `run` can sign. It is called before anything is stored: a refresh token that
   * was used up without an answer would end the sign-in.
   */
  async prepare() {
    await this.tokens.prepare()
  }

  /**
   * Stores a new refresh token.
   *
   * @param writer the transaction that decided to issue it, or the database
   * @param familyId shared by all refresh tokens of one sign-in
   */
  async refreshToken(
    writer: Pick<SqlSession, 'write'>,
    builderId: string,
    familyId: string
  ): Promise<string> {
    const secret = newRefreshSecret()
    const now = this.clock.nowMicros()
    const expiresAt = refreshTokenExpiry(now)
    const token = { familyId, builderId, expiresAt }
    await this.refreshTokens.add(writer, refreshHash(secret)!, token, now)
    return secret
  }

  /**
   * Signs the access token. Call it outside of a transaction, because it may need a database
   * connection itself.
   */
  async run(builder: Builder, familyId: string, refreshToken: string): Promise<Session> {
    return { ...(await this.access(builder, familyId)), refreshToken }
  }

  /** Signs the access token alone, also outside of a transaction. */
  async access(builder: Builder, sessionId: string): Promise<AccessGrant> {
    return { ...(await this.tokens.issue(builder, sessionId)), builder }
  }
}
