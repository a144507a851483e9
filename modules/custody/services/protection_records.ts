import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { auditEntry, AuditLog, type AuditEvent } from '#modules/auth/index'

/**
 * Tells an organization, in its audit log, who asked for a change of what protects its boundaries. Written with the
 * change and before it is sent: nobody is left to tell who wanted it when the process ends before the chain has answered.
 */
@singleton()
export class ProtectionRecords {
  constructor(private audit: AuditLog) {}

  /** @param details names the boundary, and what it is to get or lose */
  of(
    principal: Principal,
    eventType: AuditEvent,
    realmId: string,
    details: { boundaryId: string } & Record<string, unknown>
  ): (session: SqlSession) => Promise<void> {
    const entry = auditEntry(principal, { eventType, realmId, details })
    return (session) => this.audit.record(session, entry)
  }
}
