import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { AuditLog } from './audit_log.ts'
import { KnownKeys } from './known_keys.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'

/**
 * Revokes an API key, and with it the keys that it made unless a builder adopted them, the keys
 * that those made, and every scoped token that was minted with one of them.
 */
@singleton()
export class RevokeApiKey {
  constructor(
    private keys: ApiKeyStore,
    private known: KnownKeys,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * A second call is no error: a caller who is unsure whether a key has ended must be able to make
   * sure.
   *
   * @throws ServiceError NOT_FOUND
   */
  async run(principal: Principal, id: string): Promise<void> {
    const revoked = await this.database.transaction(async (sql) => {
      const key = await this.keys.lock(sql, id)
      if (key === null || key.orgId !== principal.orgId)
        throw notFound('API key', id, 'GET /api/v1/api-keys lists them.')
      if (key.revokedAt !== null) return [id]
      const ids = await this.#withMade(sql, id)
      await this.keys.markRevoked(sql, ids, this.clock.nowMicros())
      const { realmId, keyPrefix, name } = key
      const withIt = ids.slice(1)
      const details = { keyId: id, keyPrefix, name, ...(withIt.length > 0 && { withIt }) }
      await this.audit.record(
        sql,
        auditEntry(principal, { eventType: 'api_key_revoked', realmId, details })
      )
      return ids
    })
    for (const each of revoked) this.known.forget(each)
  }

  /** The key and all keys that end with it. */
  async #withMade(sql: SqlSession, id: string): Promise<string[]> {
    const ids = [id]
    for (let makers = [id]; makers.length > 0; ids.push(...makers)) {
      makers = (await this.keys.lockMadeBy(sql, makers)).map((made) => made.id)
    }
    return ids
  }
}
