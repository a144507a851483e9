import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { AuditLog } from './audit_log.ts'
import { KnownEndings } from './known_endings.ts'
import { EndedCredentialStore } from '../storage/ended_credential_store.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'

/** Revokes a scoped token, and every token that was minted with it. */
@singleton()
export class RevokeScopedToken {
  constructor(
    private tokens: ScopedTokenStore,
    private ended: EndedCredentialStore,
    private known: KnownEndings,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * A second call is no error: a caller who is unsure whether a token has ended must be able to
   * make sure.
   *
   * @throws ServiceError NOT_FOUND
   */
  async run(principal: Principal, id: string): Promise<void> {
    const revoked = await this.database.transaction((sql) => this.#revoke(sql, principal, id))
    this.known.add(revoked)
  }

  async #revoke(sql: SqlSession, principal: Principal, id: string) {
    const now = this.clock.nowMicros()
    const token = await this.tokens.lock(sql, id)
    if (token === null || token.orgId !== principal.orgId)
      throw notFound('token', id, 'GET /api/v1/auth/tokens lists those that are not expired.')
    if (token.revokedAt !== null) return []
    const withIt = await this.tokens.lockMintedBy(sql, [id], now)
    const revoked = [token, ...withIt]
    await this.tokens.markRevoked(sql, revoked, now)
    const { realmId, sub } = token
    const details = { tokenId: id, sub, withIt: withIt.map((each) => each.id) }
    await this.audit.record(
      sql,
      auditEntry(principal, { eventType: 'token_revoked', realmId, details })
    )
    await this.ended.add(sql, revoked)
    return revoked
  }
}
