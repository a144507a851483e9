import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { ApprovalEvidence, ApprovalSource } from '#modules/ledger/extension/approval_source'
import { ApprovalStore } from '../storage/approval_store.ts'

/** Tells, in the evidence of operations, who approved the request that made them. */
@singleton()
export class ApprovalsOfOperations implements ApprovalSource {
  readonly name = 'approvals'

  constructor(
    private store: ApprovalStore,
    private database: Database
  ) {}

  async approvals(operationIds: readonly string[]): Promise<ApprovalEvidence[]> {
    const made = await this.store.operations('operation_id', operationIds)
    const ids = [...new Set(made.map(({ approvalId }) => approvalId))]
    const decisions = await this.store.decisions(this.database, ids)
    return made.flatMap(({ operationId, approvalId }) =>
      decisions
        .filter((each) => each.approvalId === approvalId && each.decision === 'approve')
        .map(({ builderId, decidedAt }) => ({
          operationId,
          approvalId,
          builderId,
          approvedAt: toRfc3339(decidedAt),
        }))
    )
  }
}
