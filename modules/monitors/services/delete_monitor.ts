import { auditEntry, AuditLog } from '#modules/auth/index'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { MonitorStore } from '../storage/monitor_store.ts'
import { FindMonitor, unknownMonitor } from './find_monitor.ts'

/** Deletes a monitor; what it has told stays told. */
@singleton()
export class DeleteMonitor {
  constructor(
    private find: FindMonitor,
    private monitors: MonitorStore,
    private audit: AuditLog,
    private database: Database
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(principal: Principal, id: string): Promise<void> {
    const { realmId, objectPath, prefix } = await this.find.run(principal, id)
    await this.database.transaction(async (session) => {
      if (!(await this.monitors.remove(session, id))) throw unknownMonitor(id)
      const details = { monitorId: id, objectPath, prefix }
      const facts = { eventType: 'monitor_deleted', realmId, details } as const
      await this.audit.record(session, auditEntry(principal, facts))
    })
  }
}
