import type { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { notFound } from '#app/http/errors/service_error'
import type { Database } from '#app/storage/database'
import { auditEntry } from '#modules/auth/core/audit_entry'
import type { AuditLog } from '#modules/auth/services/audit_log'
import type { KnownKeys } from '#modules/auth/services/known_keys'
import type { ApiKeyStore } from '#modules/auth/storage/api_key_store'

/** Ends an API key, and every scoped token that was minted with it. */
export class RevokeApiKey {
  constructor(
    private keys: ApiKeyStore,
    private known: KnownKeys,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * Again is not an error: whoever is unsure whether a key is gone must be able to make sure.
   *
   * @throws ServiceError NOT_FOUND
   */
  async run(principal: Principal, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const key = await this.keys.lock(sql, id)
      if (key === null || key.orgId !== principal.orgId) throw notFound('The API key')
      if (key.revokedAt !== null) return
      await this.keys.markRevoked(sql, id, this.clock.nowMicros())
      const { realmId, keyPrefix, name } = key
      const details = { keyId: id, keyPrefix, name }
      await this.audit.record(
        sql,
        auditEntry(principal, { eventType: 'api_key_revoked', realmId, details })
      )
    })
    this.known.forget(id)
  }
}
