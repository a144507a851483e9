import { AccountStore, ApiKeyStore, roleMay, type Builder } from '#modules/auth/index'
import { RealmDirectory } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeptRequest } from '#app/http/approved_requests'
import type { Reply } from '#app/http/envelope'
import { notFound, ServiceError } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import {
  isApprovalId,
  statusAt,
  type Approval,
  type ApprovalStatus,
  type GivenDecision,
} from '../core/approval.ts'
import { ApprovalStore, type StoredApproval } from '../storage/approval_store.ts'
import { SealedRequests } from '../storage/sealed_request.ts'

export interface ShownApproval {
  approval: Approval
  /** Its status now. */
  status: ApprovalStatus
  /** null when what was kept cannot be opened any more. */
  request: KeptRequest | null
  /** What it was answered when it was executed; null before. */
  answer: Reply | null
  decisions: readonly GivenDecision[]
  operationIds: string[]
}

/** An approval as a member of its organization sees it. */
export interface MemberSight extends ShownApproval {
  member: Builder
  /** Addresses of those concerned who are still members, by their ids. */
  people: ReadonlyMap<string, string>
  /** The name of the API key that asked; null for another credential. */
  keyName: string | null
}

export interface ApprovalFilter extends DatedPage {
  realmId?: string
  status?: ApprovalStatus
}

/**
 * Reads approvals: an unrestricted credential those of its organization, any other one what it has
 * asked for itself.
 */
@singleton()
export class ReadApprovals {
  constructor(
    private approvals: ApprovalStore,
    private sealed: SealedRequests,
    private accounts: AccountStore,
    private keys: ApiKeyStore,
    private realms: RealmDirectory,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, also for every other credential, REALM_SCOPE_MISMATCH */
  async one(principal: Principal, id: string): Promise<ShownApproval> {
    const found = isApprovalId(id) ? await this.approvals.byId(id) : null
    const { orgId, realmId } = principal
    const isElsewhere = realmId !== null && found?.realmId !== realmId
    if (found?.orgId === orgId && isElsewhere) throw new ServiceError('REALM_SCOPE_MISMATCH')
    if (found === null || !maySee(principal, found)) {
      throw notFound('approval', id, 'GET /api/v1/approvals lists those that you may see.')
    }
    return this.#shown(found)
  }

  /** @throws ServiceError NOT_FOUND for a foreign realm, REALM_SCOPE_MISMATCH */
  async list(principal: Principal, { realmId, ...filter }: ApprovalFilter) {
    if (realmId !== undefined) await this.realms.resolve(principal, realmId)
    const { page, ...rest } = await this.approvals.list({
      ...filter,
      orgId: principal.orgId,
      realmId: realmId ?? principal.realmId ?? undefined,
      credentialId: principal.statements === null ? undefined : principal.credentialId,
      now: this.clock.nowMicros(),
    })
    return { approvals: await this.#all(page), ...rest }
  }

  /** For a page: a member of the organization that asked who may decide, or null. */
  async forMember(member: Builder, id: string): Promise<MemberSight | null> {
    const found = isApprovalId(id) ? await this.approvals.byId(id) : null
    if (found === null || found.orgId !== member.orgId) return null
    if (!roleMay(member.role, 'decide')) return null
    const shown = await this.#shown(found)
    const ids = [found.builderId, ...shown.decisions.map(({ builderId }) => builderId)]
    const people = await this.accounts.membersAmong(this.database, found.orgId, ids)
    const emails = new Map(people.map((each) => [each.id, each.email]))
    const keyName = await this.keys.nameOf(found)
    return { ...shown, member, people: emails, keyName }
  }

  async #shown(approval: StoredApproval): Promise<ShownApproval> {
    const [shown] = await this.#all([approval])
    return shown!
  }

  async #all(approvals: readonly StoredApproval[]): Promise<ShownApproval[]> {
    const ids = approvals.map(({ id }) => id)
    const [decisions, operations] = await Promise.all([
      this.approvals.decisions(this.database, ids),
      this.approvals.operations('approval_id', ids),
    ])
    const now = this.clock.nowMicros()
    return approvals.map((approval) => ({
      approval,
      status: statusAt(approval, now),
      request: this.sealed.open(approval.id, approval.sealed)?.request ?? null,
      answer: approval.answer === null ? null : this.sealed.answer(approval.id, approval.answer),
      decisions: decisions.filter(({ approvalId }) => approvalId === approval.id),
      operationIds: operations
        .filter(({ approvalId }) => approvalId === approval.id)
        .map(({ operationId }) => operationId),
    }))
  }
}

function maySee(
  { orgId, statements, credential, credentialId }: Principal,
  approval: Approval
): boolean {
  if (approval.orgId !== orgId) return false
  if (statements === null) return true
  return approval.credential === credential && approval.credentialId === credentialId
}
