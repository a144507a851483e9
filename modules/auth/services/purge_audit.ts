import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { purgeInBatches } from '#app/storage/purge_rows'
import { SealAudit } from './seal_audit.ts'
import { AuthSettings } from '../settings.ts'
import { AuditChainStore } from '../storage/audit_chain_store.ts'

const DAY_MICROS = 86_400_000_000

/**
 * Deletes entries of the audit log that are older than the operator wants to keep. The chain then
 * begins after the last deleted entry, so that the rest can still be verified.
 */
@singleton()
export class PurgeAudit {
  constructor(
    private chains: AuditChainStore,
    private seal: SealAudit,
    private settings: AuthSettings,
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns how many entries were deleted */
  async run(): Promise<number> {
    const before = this.clock.nowMicros() - this.settings.auditRetentionDays * DAY_MICROS
    await this.seal.run()
    let purged = 0
    for (const orgId of await this.chains.orgsBefore(before)) {
      purged += await purgeInBatches((limit) => this.#cut(orgId, before, limit))
    }
    return purged
  }

  #cut(orgId: string, before: Micros, limit: number): Promise<number> {
    return this.database.transaction(async (sql) =>
      this.chains.cut(sql, await this.chains.lock(sql, orgId), before, limit)
    )
  }
}
