import { AuditLog, systemAuditEntry } from '#modules/auth/index'
import { OperationReader } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ApprovedRequests } from '#app/http/approved_requests'
import type { Reply } from '#app/http/envelope'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { ServiceError } from '#app/http/errors/service_error'
import { timeMsOf } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { afterCutOff, CUT_OFF, executionOf, type Execution } from '../core/execution.ts'
import { failpoint } from '../failpoints.ts'
import { APPROVAL_LIMITS } from '../limits.ts'
import { ApprovalStore, type StoredApproval } from '../storage/approval_store.ts'
import { SealedRequests, type WaitingRequest } from '../storage/sealed_request.ts'
import { DecideApproval } from './decide_approval.ts'

/** What people approved cannot be told from what somebody has put in its place. */
const UNREADABLE = {
  ended: 'failed',
  code: 'CONFLICT',
  message:
    'The request that was kept cannot be opened: its row was changed, or APP_KEY was. Nothing was executed. Send it again.',
} as const

/**
 * Executes an approved request for the credential that asked, with the permissions that it has now.
 * One attempt is made at a time. Behind one that was cut off, or is frozen and may go on, the name of
 * the request lets the next one find what it did; what has no name is not executed again.
 */
@singleton()
export class ExecuteApproval {
  constructor(
    private approvals: ApprovalStore,
    private sealed: SealedRequests,
    private decide: DecideApproval,
    private requests: ApprovedRequests,
    private access: AccessControl,
    private operations: OperationReader,
    private errors: ErrorCatalogue,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * Makes an attempt, unless another one is under way or was cut off a moment ago.
   *
   * @throws Error when the refusal passes by itself: the job is run again
   */
  async run(id: string): Promise<void> {
    const now = this.clock.nowMicros()
    const until = now + APPROVAL_LIMITS.attemptSeconds * 1_000_000
    const approval = await this.approvals.hold(id, now, until)
    if (approval === null) return
    try {
      await this.#attempt(approval)
    } finally {
      await this.approvals.letGo(approval)
    }
  }

  async #attempt(approval: StoredApproval): Promise<void> {
    const waiting = this.sealed.open(approval.id, approval.sealed)
    if (waiting === null) return this.#end(approval, UNREADABLE, null)
    const given = await this.decide.standing(this.database, approval)
    // Somebody who approved it has left the organization since.
    if (given.length < approval.needed) return this.#wait(approval, waiting, approval.needed)
    if (approval.begunAt !== null && !isRepeatable(approval, waiting)) {
      return this.#end(approval, CUT_OFF, null)
    }
    await failpoint('approval.held')
    if (!(await this.approvals.begin(approval, this.clock.nowMicros()))) return
    await failpoint('approval.begun')
    const reply = await this.#answered(waiting, given.length)
    await failpoint('approval.executed')
    const execution = executionOf(
      reply,
      (code) => this.errors.find(code)?.retryable ?? true,
      APPROVAL_LIMITS.operations,
      this.clock.nowMicros() < approval.expiresAt + APPROVAL_LIMITS.executionSeconds * 1_000_000
    )
    switch (execution.ended) {
      case 'again':
        // Behind an error of the service itself the request may have had its effect.
        if (reply.status < 500 || execution.code === 'OVERLOADED') await this.#unbegun(approval)
        throw new Error(`${approval.id} cannot be executed now: ${execution.code}`)
      case 'waits':
        return this.#wait(approval, waiting, execution.needed)
      case 'executed':
        return this.#end(approval, execution, reply)
      case 'failed': {
        const made = await this.#madeBefore(approval, waiting, execution.code)
        return this.#end(approval, made ?? known(approval, waiting, execution, reply), null)
      }
    }
  }

  /** Takes back that this attempt began: it certainly had no effect. */
  async #unbegun(approval: StoredApproval): Promise<void> {
    const { begunAt } = approval
    await this.approvals.change(this.database, approval, { begunAt })
  }

  async #answered({ request, caller, proofs }: WaitingRequest, approvals: number): Promise<Reply> {
    let principal: Principal
    try {
      principal = await this.access.recall(caller)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { code, entry, message } = this.errors.told(error)
      return { status: entry.status, body: { error: { code, message } } }
    }
    return this.requests.execute({ ...principal, ...proofs, approvals }, request)
  }

  /**
   * The operation that an attempt has made whose process died: what was paused, revoked or forbidden
   * since has then come too late. The credential may have moved something else at the same path
   * while the request waited, which nobody has approved.
   */
  async #madeBefore(
    { id, realmId, operationPath }: StoredApproval,
    { caller }: WaitingRequest,
    code: string
  ): Promise<(Execution & { ended: 'executed' }) | null> {
    if (realmId === null || operationPath === null || code === 'IDEMPOTENCY_VIOLATION') return null
    const made = await this.operations.byPath(realmId, operationPath)
    const decisions = await this.approvals.decisions(this.database, [id])
    const approvedAt = Math.max(...decisions.map(({ decidedAt }) => decidedAt))
    if (made === null || timeMsOf(made.id) < Math.floor(approvedAt / 1000)) return null
    const isOwn = caller.credential === 'scoped_token' || made.actorId === caller.credentialId
    return isOwn ? { ended: 'executed', operationIds: [made.id] } : null
  }

  /** It waits again, for as long as it would have waited, unless it has moved something by now. */
  async #wait(approval: StoredApproval, waiting: WaitingRequest, needed: number) {
    const made = await this.#madeBefore(approval, waiting, 'APPROVAL_REQUIRED')
    if (made !== null) return this.#end(approval, made, null)
    const { begunAt } = approval
    await this.approvals.change(this.database, approval, { status: 'pending', needed, begunAt })
  }

  async #end(
    approval: StoredApproval,
    execution: Extract<Execution, { ended: 'executed' | 'failed' }>,
    reply: Reply | null
  ): Promise<void> {
    const { id, orgId, realmId } = approval
    const refusal = execution.ended === 'failed' ? execution : null
    await this.database.transaction(async (sql) => {
      const ended = await this.approvals.change(sql, approval, {
        status: execution.ended,
        endedAt: this.clock.nowMicros(),
        ...(reply && { answer: this.sealed.sealAnswer(id, reply) }),
        // What was refused may be asked again under its name, and what has none is a new request.
        ...((refusal || !approval.isNamed) && { openKey: null }),
        ...(refusal && {
          code: refusal.code,
          message: refusal.message.slice(0, APPROVAL_LIMITS.messageLength),
        }),
      })
      if (!ended) return
      if (execution.ended === 'executed') await this.approvals.made(sql, id, execution.operationIds)
      const facts = {
        eventType: 'approval_executed',
        success: refusal === null,
        realmId,
        details: { approvalId: id, ...(refusal && { code: refusal.code }) },
      } as const
      await this.audit.record(sql, systemAuditEntry('approvals', orgId, facts))
    })
  }
}

/**
 * Whether a second execution changes nothing that the first one did: a `POST` has a name or is
 * harmless, and what is deleted stays so. A change without a name would undo what came after it.
 */
function isRepeatable(
  { isNamed, operationPath }: StoredApproval,
  { request: { method } }: WaitingRequest
): boolean {
  return method === 'POST' || method === 'DELETE' || isNamed || operationPath !== null
}

/** What is known of a refused request: the operation of an earlier attempt would have been found. */
function known(
  { begunAt, operationPath }: StoredApproval,
  { request: { method } }: WaitingRequest,
  failed: Extract<Execution, { ended: 'failed' }>,
  { status }: Reply
) {
  if (begunAt === null || operationPath !== null) return failed
  return afterCutOff(failed, { method, status })
}
