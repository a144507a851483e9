import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { OwnRealm } from './own_realm.ts'
import { type AuditQuery, AuditStore } from '../storage/audit_store.ts'

export type AuditFilter = Omit<AuditQuery, 'orgId' | 'realmId'> & { realmId?: string }

/**
 * Reads the audit log of the caller's organization, or of the one realm that the credential is
 * locked to.
 */
@singleton()
export class ReadAudit {
  constructor(
    private entries: AuditStore,
    private realms: OwnRealm
  ) {}

  /**
   * @throws ServiceError NOT_FOUND and REALM_SCOPE_MISMATCH for a realm, VALIDATION_ERROR for a
   *   foreign cursor
   */
  async run(principal: Principal, { realmId: asked, ...filter }: AuditFilter) {
    const { orgId } = principal
    if (asked !== undefined) await this.realms.assert(principal, asked)
    return this.entries.list({ ...filter, orgId, realmId: principal.realmId ?? asked ?? null })
  }
}
