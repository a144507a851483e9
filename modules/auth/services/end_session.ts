import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { AuditLog } from './audit_log.ts'
import { OpenSessions } from './open_sessions.ts'
import { AccountStore } from '../storage/account_store.ts'
import { SessionStore } from '../storage/session_store.ts'

/** Ends one of the sessions of the builder who asks; the asking session may be ended too. */
@singleton()
export class EndSession {
  constructor(
    private sessions: SessionStore,
    private open: OpenSessions,
    private accounts: AccountStore,
    private audit: AuditLog,
    private database: Database
  ) {}

  /**
   * A second call is no error: a builder who is unsure whether a session has ended must be able to
   * make sure.
   *
   * @throws ServiceError NOT_FOUND, also for another person's session
   */
  async run(principal: Principal, id: string): Promise<void> {
    const ended = await this.database.transaction((sql) => this.#end(sql, principal, id))
    if (ended !== null) this.open.forget(ended)
  }

  async #end(sql: SqlSession, principal: Principal, id: string) {
    const person = await this.accounts.findById(principal.builderId, sql)
    const session = await this.sessions.lock(sql, id)
    const isOwn =
      session !== null && session.issuer === person?.issuer && session.subject === person.subject
    if (!isOwn) throw notFound('session', id, 'GET /api/v1/auth/sessions lists yours.')
    if (session.endedAt !== null) return null
    const details = { sessionId: id, kind: session.kind }
    await this.audit.record(sql, auditEntry(principal, { eventType: 'session_ended', details }))
    return this.open.end(sql, session)
  }
}
