import type { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import type { Database } from '#app/storage/database'
import type { AuditEntry } from '#modules/auth/core/audit_entry'
import type { Builder } from '#modules/auth/core/builder'
import type { StepUpDecision, StepUpRequest } from '#modules/auth/core/step_up'
import type { AuditLog } from '#modules/auth/services/audit_log'
import type { ShownStepUp } from '#modules/auth/services/show_step_up'
import type { StepUpStore } from '#modules/auth/storage/step_up_store'

/** Records what a member of the organization decided, once for all. */
export class DecideStepUp {
  constructor(
    private requests: StepUpStore,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @param shown what the person saw; `ShowStepUp` gives it to members only
   * @returns false when it was decided before, or it is too late
   */
  async run(
    { request, member }: Pick<ShownStepUp, 'request' | 'member'>,
    decision: StepUpDecision,
    origin: RequestOrigin
  ): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const now = this.clock.nowMicros()
      const decided = await this.requests.decide(sql, request.id, decision, member.id, now)
      if (decided) await this.audit.record(sql, entryOf(request, member, decision, origin))
      return decided
    })
  }
}

/** There is no event for a denial of its own: it is an approval that did not come. */
function entryOf(
  { id, need, asker }: StepUpRequest,
  member: Builder,
  decision: StepUpDecision,
  origin: RequestOrigin
): AuditEntry {
  return {
    eventType: 'step_up_approved',
    success: decision === 'approved',
    orgId: member.orgId,
    realmId: need.realmId,
    actor: { type: 'builder', id: member.id },
    credential: 'builder',
    credentialId: member.id,
    details: {
      requestId: id,
      decision,
      action: need.action,
      resources: need.resources,
      valueAtRisk: need.valueAtRisk,
      askedBy: { credential: asker.credential, credentialId: asker.credentialId },
    },
    origin,
  }
}
