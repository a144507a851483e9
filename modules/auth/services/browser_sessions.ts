import { boundedCache } from '#app/storage/bounded_cache'
import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { AUTH_LIMITS } from '../limits.ts'
import { builderAuditEntry } from '../core/audit_entry.ts'
import type { Authentication } from '../core/identity.ts'
import { AuditLog } from './audit_log.ts'
import { KnownEndings } from './known_endings.ts'
import { OpenSessions } from './open_sessions.ts'
import { AccountStore } from '../storage/account_store.ts'
import { SessionStore } from '../storage/session_store.ts'

/** The session of a browser, as its cookie carries it. */
export interface BrowserSession extends Authentication {
  /** `brs_…` */
  id: string
  expiresAtMs: number
}

/** How exact "last used" is: showing a page must not write each time. */
const USED_EVERY_MS = 60_000

/** The sessions of browsers. They are stored, so that ending one also ends a copied cookie. */
@singleton()
export class BrowserSessions {
  #used = boundedCache<true>(AUTH_LIMITS.rememberedTokens, { ttl: USED_EVERY_MS })

  constructor(
    private sessions: SessionStore,
    private openSessions: OpenSessions,
    private known: KnownEndings,
    private accounts: AccountStore,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @param before the session that this browser had: a person who only signs in again keeps it,
   *   with all they have open in it; it ends when another person signs in
   */
  async open(
    who: Authentication,
    before: BrowserSession | null,
    origin: RequestOrigin
  ): Promise<BrowserSession> {
    const expiresAtMs = this.clock.nowMs() + AUTH_LIMITS.browserSessionSeconds * 1000
    const expiresAt = expiresAtMs * 1000
    const { issuer, subject } = who
    if (before?.issuer === issuer && before.subject === subject) {
      await this.openSessions.used(this.database, before.id, origin, expiresAt)
      return { ...who, id: before.id, expiresAtMs }
    }
    if (before !== null) await this.end(before, origin)
    const id = newId('brs')
    const about = { id, kind: 'browser' as const, issuer, subject, expiresAt }
    await this.openSessions.open(this.database, about, origin)
    this.#used.set(id, true)
    return { ...who, id, expiresAtMs }
  }

  /** Whether the session has not ended, in this process or another one. */
  async stands({ id, expiresAtMs }: BrowserSession, origin: RequestOrigin): Promise<boolean> {
    if (expiresAtMs <= this.clock.nowMs() || (await this.known.has(id))) return false
    if (!this.#used.has(id)) {
      this.#used.set(id, true)
      await this.openSessions.used(this.database, id, origin)
    }
    return true
  }

  /** Signs out: ends the cookie, wherever it was copied to, and the access tokens made with it. */
  async end({ id, issuer, subject }: BrowserSession, origin: RequestOrigin): Promise<void> {
    const ended = await this.database.transaction(async (sql) => {
      const session = await this.sessions.lock(sql, id)
      if (session === null || session.endedAt !== null) return null
      const builder = await this.accounts.findByIdentity(issuer, subject, sql)
      if (builder !== null) {
        const details = { sessionId: id, kind: 'browser' }
        const facts = { eventType: 'session_ended', details } as const
        await this.audit.record(sql, builderAuditEntry(builder, facts, origin))
      }
      return this.openSessions.end(sql, session)
    })
    if (ended !== null) this.openSessions.forget(ended)
  }
}
