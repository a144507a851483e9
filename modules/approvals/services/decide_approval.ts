import { AccountStore, AuditLog, roleMay, type Builder } from '#modules/auth/index'
import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { decided, type Approval, type Decision } from '../core/approval.ts'
import { ApprovalStore } from '../storage/approval_store.ts'
import { oweStep } from './approval_steps.ts'

/** Records what a member of the organization decides; the last approval lets the request be executed. */
@singleton()
export class DecideApproval {
  constructor(
    private approvals: ApprovalStore,
    private accounts: AccountStore,
    private audit: AuditLog,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /** Whatever comes at the same time, one after the other decides; what comes too late does nothing. */
  async run(builderId: string, id: string, decision: Decision, origin: RequestOrigin) {
    const jobs = await this.database.transaction((sql) =>
      this.#decide(sql, { builderId, id, decision, origin })
    )
    await this.relay.announce(jobs)
  }

  async #decide(
    sql: SqlSession,
    asked: { builderId: string; id: string; decision: Decision; origin: RequestOrigin }
  ) {
    const { builderId, id, decision, origin } = asked
    const approval = await this.approvals.lock(sql, id)
    const member = await this.accounts.findById(builderId, sql)
    if (approval === null || member?.orgId !== approval.orgId) return []
    if (!roleMay(member.role, 'decide')) return []
    const now = this.clock.nowMicros()
    const given = await this.standing(sql, approval)
    const status = decided(approval, { by: member.id, decision, given, now })
    if (status === null) return []
    await this.approvals.decide(sql, {
      approvalId: id,
      builderId: member.id,
      decision,
      decidedAt: now,
    })
    await this.audit.record(sql, entryOf(approval, member, decision, origin))
    if (status === 'pending') return []
    await this.approvals.change(sql, approval, {
      status,
      ...(status === 'denied' && { endedAt: now }),
      ...(status === 'denied' && !approval.isNamed && { openKey: null }),
    })
    return oweStep(sql, id)
  }

  /** The builders who have approved it and still may in the organization, without its maker. */
  async standing(
    sql: SqlSession | Database,
    { id, orgId, builderId }: Pick<Approval, 'id' | 'orgId' | 'builderId'>
  ): Promise<string[]> {
    const decisions = await this.approvals.decisions(sql, [id])
    const approvers = decisions
      .filter((each) => each.decision === 'approve' && each.builderId !== builderId)
      .map((each) => each.builderId)
    const members = await this.accounts.membersAmong(sql, orgId, approvers)
    return members.filter(({ role }) => roleMay(role, 'decide')).map((member) => member.id)
  }
}

function entryOf(
  { id, realmId, action, resource, credential, credentialId }: Approval,
  member: Builder,
  decision: Decision,
  origin: RequestOrigin
) {
  return {
    eventType: decision === 'approve' ? 'approval_given' : 'approval_denied',
    success: true,
    orgId: member.orgId,
    realmId,
    actor: { type: 'builder', id: member.id },
    credential: 'builder',
    credentialId: member.id,
    details: { approvalId: id, action, resource, askedBy: { credential, credentialId } },
    origin,
  } as const
}
