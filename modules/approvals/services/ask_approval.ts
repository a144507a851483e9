import { auditEntry, AccountStore, AuditLog, rolesThat } from '#modules/auth/index'
import { Clock } from '#app/clock/clock'
import type { ApprovalNeed } from '#app/extension/approvals'
import { keptCredential, type Principal } from '#app/extension/principal'
import { claimRefusal } from '#app/extension/signature_claim'
import { singleton } from '#app/extension/singleton'
import type { KeptRequest } from '#app/http/approved_requests'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { takeClaims } from '#app/storage/signature_claims'
import { expiryOf, openKeyOf, requestHashOf, statusAt } from '../core/approval.ts'
import { APPROVAL_LIMITS } from '../limits.ts'
import { ApprovalStore, type StoredApproval } from '../storage/approval_store.ts'
import { SealedRequests } from '../storage/sealed_request.ts'
import { oweStep } from './approval_steps.ts'
import { ExpireApprovals } from './expire_approvals.ts'

/** A request that needs approvals, as it came. */
export interface AskedRequest {
  need: ApprovalNeed
  request: KeptRequest
  /** `POST /api/v1/transfer` */
  route: string
  summary: string
  realmId: string | null
  /** What makes its repetitions the same request; null when only its inputs do. */
  name: string | null
  operationPath: string | null
  /** Whether the service may give it an Idempotency-Key, where it has no name. */
  nameable: boolean
}

/** Keeps a request until people have approved it, or finds the same one. */
@singleton()
export class AskApproval {
  constructor(
    private approvals: ApprovalStore,
    private sealed: SealedRequests,
    private accounts: AccountStore,
    private expire: ExpireApprovals,
    private audit: AuditLog,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /**
   * @param principal its realm is the organization's, and its signature is bound to this request
   * @throws ServiceError APPROVAL_DENIED, IDEMPOTENCY_VIOLATION, TOO_FEW_APPROVERS, RATE_LIMITED,
   *   INVALID_SIGNATURE
   */
  async run(principal: Principal, asked: AskedRequest): Promise<StoredApproval> {
    const { method, target, body } = asked.request
    const requestHash = requestHashOf(method, target, body)
    const openKey = openKeyOf(principal, asked.route, asked.realmId, asked.name ?? requestHash)
    for (;;) {
      const known = await this.#known(openKey, requestHash)
      if (known !== null) return known
      await this.#requireApprovers(principal, asked.need)
      const made = await this.#keep(principal, asked, { openKey, requestHash })
      // The same request was kept at this moment by another process.
      if (made !== null) return made
    }
  }

  async #known(openKey: string, requestHash: string): Promise<StoredApproval | null> {
    const known = await this.approvals.byOpenKey(openKey)
    if (known === null) return null
    const status = statusAt(known, this.clock.nowMicros())
    if (known.requestHash !== requestHash) {
      throw new ServiceError('IDEMPOTENCY_VIOLATION', {
        message: `The name belongs to a request for approvals with other inputs: ${known.id}, which is ${status}.`,
        next: 'Use another path, or another Idempotency-Key; GET /api/v1/approvals/:id shows what was asked there.',
        details: { approvalId: known.id },
      })
    }
    if (known.status === 'denied') {
      throw new ServiceError('APPROVAL_DENIED', { details: { approvalId: known.id } })
    }
    if (status !== 'expired') return known
    await this.expire.one(known.id)
    return null
  }

  /** Without enough people it would wait in vain. */
  async #requireApprovers({ orgId, builderId }: Principal, { approvals }: ApprovalNeed) {
    const roles = rolesThat('decide')
    const maker = { id: builderId, orgId }
    const members = await this.accounts.othersThan(maker, { roles, max: approvals })
    if (members >= approvals) return
    throw new ServiceError('TOO_FEW_APPROVERS', {
      message: `The request has to be approved by ${approvals} of the members, and the organization has ${members} who may, besides the one who made the credential. Nothing was kept.`,
      details: { approvals, members },
    })
  }

  async #keep(
    principal: Principal,
    asked: AskedRequest,
    identity: Pick<StoredApproval, 'openKey' | 'requestHash'>
  ): Promise<StoredApproval | null> {
    const { jobs, approval } = await this.database.transaction(async (sql) => {
      // Requests of one maker's credentials follow one another, so that they do not pass the limit
      // together.
      await this.accounts.lock(sql, principal.builderId)
      await this.#requireRoom(sql, principal)
      const made = this.#approval(principal, asked, identity)
      if (!(await this.approvals.add(sql, made))) return { jobs: [], approval: null }
      await claim(sql, principal)
      const { id, realmId, action, resource, needed } = made
      const details = { approvalId: id, action, resource, needed, route: asked.route }
      const facts = { eventType: 'approval_requested', realmId, details } as const
      await this.audit.record(sql, auditEntry(principal, facts))
      return { jobs: await oweStep(sql, id), approval: made }
    })
    await this.relay.announce(jobs)
    return approval
  }

  async #requireRoom(sql: SqlSession, { credentialId }: Principal) {
    const { waitingPerCredential: most } = APPROVAL_LIMITS
    if ((await this.approvals.waitingOf(sql, credentialId)) < most) return
    throw new ServiceError('RATE_LIMITED', {
      message: `${most} requests of this credential wait for approvals. Have them decided, or wait until they expire.`,
      headers: { 'retry-after': '60' },
    })
  }

  #approval(
    principal: Principal,
    { need, request, summary, realmId, name, operationPath, nameable }: AskedRequest,
    identity: Pick<StoredApproval, 'openKey' | 'requestHash'>
  ): StoredApproval {
    const id = newId('apr')
    const now = this.clock.nowMicros()
    const { orgId, credential, credentialId, builderId, origin, signature, lacksSignature } =
      principal
    // What has no name gets one, so that it is executed once however often it is tried.
    const named = name === null && nameable ? { ...request, idempotencyKey: id } : request
    const proofs = { origin, signature, lacksSignature }
    return {
      ...identity,
      isNamed: name !== null,
      id,
      orgId,
      realmId,
      credential,
      credentialId,
      builderId,
      action: need.action,
      resource: need.resource,
      summary,
      operationPath,
      needed: need.approvals,
      status: 'pending',
      code: null,
      message: null,
      sealed: this.sealed.seal(id, { request: named, caller: keptCredential(principal), proofs }),
      answer: null,
      begunAt: null,
      heldUntil: null,
      createdAt: now,
      expiresAt: expiryOf(principal, now, APPROVAL_LIMITS.lifetimeSeconds),
      endedAt: null,
    }
  }
}

/** Takes what the signature is used for, so that it serves no other request while this one waits. */
async function claim(sql: SqlSession, { signature }: Principal): Promise<void> {
  if (!signature?.claim) return
  const problem = (await takeClaims(sql, [signature.claim])).get(signature.claim)
  if (problem) throw new ServiceError('INVALID_SIGNATURE', claimRefusal(problem))
}
