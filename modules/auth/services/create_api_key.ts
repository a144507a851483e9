import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Preset } from '../core/action_catalog.ts'
import type { ApiKey, KeyGrant } from '../core/api_key.ts'
import { auditEntry } from '../core/audit_entry.ts'
import type { StatementInput } from '../core/scope.ts'
import { AuditLog } from './audit_log.ts'
import { keyHash, newKeySecret } from './key_secret.ts'
import { OwnRealm } from './own_realm.ts'
import { ReadScope } from './read_scope.ts'
import { Standing } from './standing.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'

/** The key that a caller asks for: at most one of `permissions` and `scope`. */
export interface KeyRequest {
  name: string
  /** Locks the key to one realm. */
  realmId?: string | null
  /** When both this and the scope are left out, the key is unrestricted. */
  permissions?: Preset | null
  scope?: { statements: StatementInput[] } | null
}

export interface CreatedKey {
  key: ApiKey
  /** Shown once; only its hash is kept. */
  rawKey: string
}

/** The chance that a prefix is taken is one in 10^14 for each key that exists. */
const ATTEMPTS = 3

/** Makes an API key. */
@singleton()
export class CreateApiKey {
  constructor(
    private keys: ApiKeyStore,
    private realms: OwnRealm,
    private readScope: ReadScope,
    private standing: Standing,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @param principal an unscoped credential of the organization
   * @throws ServiceError VALIDATION_ERROR on scope, NOT_FOUND for a realm that is not the
   *   organization's
   */
  async run(
    principal: Principal,
    request: KeyRequest,
    keep: Keep<CreatedKey> = keepNothing
  ): Promise<CreatedKey> {
    const { name, realmId = null } = request
    const grant = this.#grant(request)
    if (realmId !== null) await this.realms.assert(principal, realmId)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const created = await this.#add(principal, { name, realmId, grant }, keep)
      if (created) return created
    }
    throw new Error('No free API key prefix was found')
  }

  #grant({ permissions, scope }: KeyRequest): KeyGrant {
    return scope
      ? { statements: this.readScope.run(scope.statements) }
      : { permissions: permissions ?? 'full' }
  }

  async #add(
    principal: Principal,
    asked: Pick<ApiKey, 'name' | 'realmId' | 'grant'>,
    keep: Keep<CreatedKey>
  ): Promise<CreatedKey | null> {
    const { rawKey, keyPrefix } = newKeySecret()
    const now = this.clock.nowMicros()
    const key: ApiKey = {
      ...asked,
      id: newId('key'),
      orgId: principal.orgId,
      createdBy: principal.builderId,
      createdByKeyId: principal.apiKeyId ?? null,
      adoptedBy: null,
      keyPrefix,
      createdAt: now,
      updatedAt: now,
      revokedAt: null,
    }
    const { realmId, name, grant } = key
    const details = { keyId: key.id, keyPrefix, name, ...grant }
    const added = await this.database.transaction(async (sql) => {
      await this.standing.hold(sql, principal)
      if (!(await this.keys.add(sql, key, keyHash(rawKey)))) return false
      await this.audit.record(
        sql,
        auditEntry(principal, { eventType: 'api_key_created', realmId, details })
      )
      await keep(sql, { key, rawKey })
      return true
    })
    return added ? { key, rawKey } : null
  }
}
