import { AuditLog, systemAuditEntry } from '#modules/auth/index'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { statusAt } from '../core/approval.ts'
import { APPROVAL_LIMITS } from '../limits.ts'
import { ApprovalStore } from '../storage/approval_store.ts'
import { oweStep } from './approval_steps.ts'

/** Ends requests that nobody has decided in time. Runs may repeat and overlap. */
@singleton()
export class ExpireApprovals {
  constructor(
    private approvals: ApprovalStore,
    private audit: AuditLog,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  async run(): Promise<void> {
    for (;;) {
      const ids = await this.approvals.overdue(this.clock.nowMicros(), APPROVAL_LIMITS.sweepBatch)
      for (const id of ids) await this.one(id)
      if (ids.length < APPROVAL_LIMITS.sweepBatch) return
    }
  }

  /** Whoever decides at this moment comes before or after; the row is locked. */
  async one(id: string): Promise<void> {
    const jobs = await this.database.transaction(async (sql) => {
      const approval = await this.approvals.lock(sql, id)
      const now = this.clock.nowMicros()
      if (approval?.status !== 'pending' || statusAt(approval, now) !== 'expired') return []
      const ended = { status: 'expired', openKey: null, endedAt: now } as const
      await this.approvals.change(sql, approval, ended)
      const { orgId, realmId } = approval
      const facts = { eventType: 'approval_expired', realmId, details: { approvalId: id } } as const
      await this.audit.record(sql, systemAuditEntry('approvals', orgId, facts))
      return oweStep(sql, id)
    })
    await this.relay.announce(jobs)
  }
}
