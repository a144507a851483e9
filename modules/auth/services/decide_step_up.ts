import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { builderAuditEntry, type AuditEntry } from '../core/audit_entry.ts'
import type { Builder } from '../core/builder.ts'
import type { StepUpDecision, StepUpRequest } from '../core/step_up.ts'
import { AuditLog } from './audit_log.ts'
import type { ShownStepUp } from './show_step_up.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

/** Records the decision of a member of the organization, once for all. */
@singleton()
export class DecideStepUp {
  constructor(
    private requests: StepUpStore,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @param shown what the person saw; `ShowStepUp` gives it to members only
   * @returns false when the request was decided before, or has expired
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

/** A denial has no event of its own: it is recorded as an approval without success. */
function entryOf(
  { id, need, asker }: StepUpRequest,
  member: Builder,
  decision: StepUpDecision,
  origin: RequestOrigin
): AuditEntry {
  const { realmId, action, resources, valueAtRisk } = need
  const { credential, credentialId } = asker
  const details = {
    requestId: id,
    decision,
    action,
    resources,
    valueAtRisk,
    askedBy: { credential, credentialId },
  }
  const facts = {
    eventType: 'step_up_approved',
    success: decision === 'approved',
    realmId,
    details,
  } as const
  return builderAuditEntry(member, facts, origin)
}
