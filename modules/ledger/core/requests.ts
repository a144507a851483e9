import type { OutboxJob } from '#app/queue/job'
import type { Atoms } from '#app/money/usd'
import type { ObjectType, OperationDraft, ProofDraft } from '#modules/ledger/core/terms'

/** A realm to open: its row and its system objects are written with its first journal entry. */
export interface RealmDraft {
  id: string
  orgId: string
  builderId: string
  name: string
  slug: string
  asset: 'paper' | 'live'
  lifecycle: 'permanent' | 'temporary'
  backing: 'chain'
  description: string | null
}

export interface OpenRealmRequest {
  kind: 'open_realm'
  realmId: string
  realm: RealmDraft
  actor: { type: string; id: string }
  ids: { external: string; fees: string; event: string }
  boundaryId: string
  jobs: OutboxJob[]
}

export interface CreateObjectRequest {
  kind: 'create_object'
  realmId: string
  operation: OperationDraft
  object: { id: string; path: string; type: ObjectType; metadata: string | null }
  boundaryId: string
  jobs: OutboxJob[]
}

/** The create workflow has prepared the object. */
export interface CompleteCreateRequest {
  kind: 'complete_create'
  realmId: string
  operationId: string
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

/** A transfer that is posted at once: both sides inside one boundary. */
export interface TransferRequest {
  kind: 'transfer'
  realmId: string
  operation: OperationDraft
  source: { id: string; path: string }
  target: { id: string; path: string }
  amount: Atoms
  /** Taken out of `amount`. */
  fee: Atoms
}

/** Opens a deposit that completes later, through a rail. */
export interface OpenDepositRequest {
  kind: 'open_deposit'
  realmId: string
  operation: OperationDraft
  /** The object the rail was chosen for; an empty id when none was found. */
  target: { id: string; path: string }
  amount: Atoms
  /** Whether the amount is already in transit, and so shown as arriving. */
  inTransit: boolean
  jobs: OutboxJob[]
}

/** The rail has delivered: the deposit is credited with what really arrived. */
export interface SettleDepositRequest {
  kind: 'settle_deposit'
  realmId: string
  operationId: string
  creditedAmount: Atoms
  proofs: ProofDraft[]
  ids: { event: string }
  jobs: OutboxJob[]
}

/** A pending operation ends without its effect; its holds are released. */
export interface AbandonOperationRequest {
  kind: 'abandon'
  realmId: string
  operationId: string
  as: 'failed' | 'expired'
  failureMessage: string
  ids: { event: string }
  jobs: OutboxJob[]
}

export type PostRequest =
  | OpenRealmRequest
  | CreateObjectRequest
  | CompleteCreateRequest
  | TransferRequest
  | OpenDepositRequest
  | SettleDepositRequest
  | AbandonOperationRequest
