import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import type { ApiKey } from '../core/api_key.ts'
import { auditEntry } from '../core/audit_entry.ts'
import { AuditLog } from './audit_log.ts'
import { Standing } from './standing.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'

/**
 * Lets a builder take over a key that another key made, so that it no longer ends with that key.
 */
@singleton()
export class AdoptApiKey {
  constructor(
    private keys: ApiKeyStore,
    private standing: Standing,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * A second call changes nothing, nor does one for a key that a builder made.
   *
   * @throws ServiceError NOT_FOUND, CONFLICT when the key is revoked
   */
  run(principal: Principal, id: string): Promise<ApiKey> {
    return this.database.transaction(async (sql) => {
      await this.standing.hold(sql, principal)
      const key = await this.keys.lock(sql, id)
      if (key === null || key.orgId !== principal.orgId)
        throw notFound('API key', id, 'GET /api/v1/api-keys lists them.')
      if (key.revokedAt !== null) {
        throw new ServiceError('CONFLICT', {
          message: `The API key ${id} is revoked and cannot be adopted.`,
          next: 'Make a new one with POST /api/v1/api-keys.',
        })
      }
      const { createdByKeyId, adoptedBy, realmId, keyPrefix, name } = key
      if (createdByKeyId === null || adoptedBy !== null) return key
      const adopted = { ...key, adoptedBy: principal.builderId, updatedAt: this.clock.nowMicros() }
      await this.keys.markAdopted(sql, adopted)
      const details = { keyId: id, keyPrefix, name, createdByKeyId }
      await this.audit.record(
        sql,
        auditEntry(principal, { eventType: 'api_key_adopted', realmId, details })
      )
      return adopted
    })
  }
}
