import type { Clock } from '#app/clock/clock'
import { purgeInBatches } from '#modules/auth/services/purge_in_batches'
import type { AuthSettings } from '#modules/auth/settings'
import type { AuditStore } from '#modules/auth/storage/audit_store'

const DAY_MICROS = 86_400_000_000

/** Forgets entries of the audit log that are older than the operator wants to keep. */
export class PurgeAudit {
  constructor(
    private entries: AuditStore,
    private settings: AuthSettings,
    private clock: Clock
  ) {}

  /** @returns how many were forgotten */
  async run(): Promise<number> {
    const before = this.clock.nowMicros() - this.settings.auditRetentionDays * DAY_MICROS
    return purgeInBatches((limit) => this.entries.deleteBefore(before, limit))
  }
}
