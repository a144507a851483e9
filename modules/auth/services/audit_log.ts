import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { SqlSession } from '#app/storage/database'
import type { AuditEntry } from '../core/audit_entry.ts'
import { AuditStore } from '../storage/audit_store.ts'

/** Writes the credential audit log. */
@singleton()
export class AuditLog {
  constructor(
    private entries: AuditStore,
    private clock: Clock
  ) {}

  /**
   * Records one event: `record(sql, auditEntry(principal, { eventType, details }))`.
   *
   * @param writer the transaction of the change, so that neither exists without the other; the
   *   database when there is no change
   */
  async record(writer: Pick<SqlSession, 'write'>, entry: AuditEntry): Promise<void> {
    await this.entries.add(writer, newId('aud'), entry, this.clock.nowMicros())
  }
}
