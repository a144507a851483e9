import { auditEntry, systemAuditEntry, type AuditLog } from '#modules/auth/index'
import type { Principal } from '#app/extension/principal'
import type { SingleUse } from '#app/extension/step_up'
import type { SqlSession } from '#app/storage/database'

export interface RealmRecord {
  eventType: 'realm_created' | 'realm_deleted'
  realmId: string
  details: Record<string, unknown>
}

/** Who acts: a credential, or a part of the service on behalf of an organization. */
export type Doer = Principal | { system: string; orgId: string }

/**
 * Has a posting write an audit entry in its own transaction. It is written where permits are
 * claimed: once the request is accepted, and never without the change that it tells of.
 */
export function recorded(
  audit: AuditLog,
  doer: Doer,
  { eventType, realmId, details }: RealmRecord,
  permit?: SingleUse
): SingleUse {
  const facts = { eventType, realmId, details }
  const entry =
    'system' in doer ? systemAuditEntry(doer.system, doer.orgId, facts) : auditEntry(doer, facts)
  return {
    claim: async (session: SqlSession) => {
      if (permit !== undefined && !(await permit.claim(session))) return false
      await audit.record(session, entry)
      return true
    },
  }
}
