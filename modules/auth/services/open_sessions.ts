import { Clock, type Micros } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { shortUserAgent, tokensEndAt, type Person, type SignedInSession } from '../core/session.ts'
import { KnownEndings } from './known_endings.ts'
import { type EndedCredential, EndedCredentialStore } from '../storage/ended_credential_store.ts'
import { RefreshTokenStore } from '../storage/refresh_token_store.ts'
import { SessionStore } from '../storage/session_store.ts'

/** Records that sessions are opened, used and ended, each in the transaction that it is part of. */
@singleton()
export class OpenSessions {
  constructor(
    private sessions: SessionStore,
    private refreshTokens: RefreshTokenStore,
    private ended: EndedCredentialStore,
    private known: KnownEndings,
    private clock: Clock
  ) {}

  async open(
    writer: Pick<SqlSession, 'write'>,
    about: Pick<SignedInSession, 'id' | 'kind' | 'expiresAt'> & Person,
    origin: RequestOrigin
  ): Promise<void> {
    const { id, kind, issuer, subject, expiresAt } = about
    const now = this.clock.nowMicros()
    await this.sessions.add(writer, {
      id,
      kind,
      issuer,
      subject,
      expiresAt,
      ...seenAt(origin),
      createdAt: now,
      lastUsedAt: now,
    })
  }

  /** @param expiresAt set when the use also prolongs the session */
  async used(
    writer: Pick<SqlSession, 'write'>,
    id: string,
    origin: RequestOrigin,
    expiresAt: Micros | null = null
  ): Promise<void> {
    const use = { id, ...seenAt(origin), lastUsedAt: this.clock.nowMicros() }
    await this.sessions.touch(writer, use, expiresAt)
  }

  /**
   * Ends a session: its refresh tokens, its cookie, and every access token that was made in it.
   *
   * @returns what to pass to `forget` once the transaction is committed
   */
  async end(sql: SqlSession, session: SignedInSession): Promise<EndedCredential> {
    const now = this.clock.nowMicros()
    const ended = { id: session.id, expiresAt: tokensEndAt(session, now) }
    await this.sessions.markEnded(sql, session.id, now)
    if (session.kind === 'api') await this.refreshTokens.revokeFamily(sql, session.id, now)
    await this.ended.add(sql, [ended])
    return ended
  }

  /**
   * Makes the ending count in this process at once; other processes read it within half a second.
   */
  forget(ended: EndedCredential) {
    this.known.add([ended])
  }
}

function seenAt({ ip, userAgent }: RequestOrigin) {
  return { address: ip === '' ? null : ip, userAgent: shortUserAgent(userAgent) }
}
