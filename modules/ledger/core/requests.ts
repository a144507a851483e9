import type { Micros } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import type { Atoms } from '#app/money/usd'
import type { MovementTerms } from './movement_terms.ts'
import type { LabelChange } from './labels.ts'
import type { ObjectType, OperationDraft, ProofDraft } from './terms.ts'

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

/** The realm ends; its journal stays. */
export interface CloseRealmRequest {
  kind: 'close_realm'
  realmId: string
  asset: 'paper' | 'live'
  actor: { type: string; id: string }
  ids: { event: string }
  jobs: OutboxJob[]
}

export interface CreateObjectRequest {
  kind: 'create_object'
  realmId: string
  operation: OperationDraft
  object: { id: string; path: string; type: ObjectType; metadata: string | null }
  /** The realm's default boundary: what holds outside every isolation zone. */
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

/**
 * A transfer that needs its rail: the amount is held until the rail has delivered, or has refused.
 * The same terms as `transfer`, so that one path cannot mean both.
 */
export interface OpenTransferRequest extends Omit<TransferRequest, 'kind'> {
  kind: 'open_transfer'
  jobs: OutboxJob[]
}

/** The rail has delivered a held transfer. */
export interface SettleTransferRequest {
  kind: 'settle_transfer'
  realmId: string
  operationId: string
  proofs: ProofDraft[]
  jobs: OutboxJob[]
}

/** Many transfers of one realm, all or none. Each becomes an operation and an entry of its own. */
export interface BulkTransferRequest {
  kind: 'bulk_transfer'
  realmId: string
  transfers: TransferRequest[]
}

/** Value that is to leave the ledger; held until the rail has delivered it. */
export interface OpenWithdrawalRequest {
  kind: 'open_withdrawal'
  realmId: string
  operation: OperationDraft
  /** The object the rail was chosen for; an empty id when none was found. */
  source: { id: string; path: string }
  amount: Atoms
  /** Where it goes outside the ledger; null when the rail needs no address. */
  destinationAddress: string | null
  /** Stored with the operation, so that its rail has what its guards have seen. */
  cosignature?: MovementTerms['cosignature']
  /** It waits for somebody (`StartMovement`); until then nothing of it is sent. */
  waits?: boolean
  jobs: OutboxJob[]
}

/** The rail has delivered a withdrawal. */
export interface SettleWithdrawalRequest {
  kind: 'settle_withdrawal'
  realmId: string
  operationId: string
  proofs: ProofDraft[]
  /** `withdrawn` and `delta` are used only when the withdrawal retires the object. */
  ids: { event: string; withdrawn: string; delta: string }
  jobs: OutboxJob[]
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
  /** How long it may be answered, in microseconds; for ever without. */
  openMicros?: number
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

/** Value for a pending deposit was seen outside; not credited yet. */
export interface DetectDepositRequest {
  kind: 'detect_deposit'
  realmId: string
  operationId: string
  seenAmount: Atoms
  /** When it was paid, by the time of its block; null when only its presence is known. */
  paidAt: Micros | null
  ids: { event: string }
  jobs: OutboxJob[]
}

/**
 * Value has arrived from outside and belongs to a boundary. It is credited whatever has become of
 * what announced it; the arrival is named by the path of `operation`.
 */
export interface CreditArrivalRequest {
  kind: 'credit_arrival'
  realmId: string
  /** The deposit it was paid for; an empty id when none is known. */
  operationId: string
  /** Whether it completes that deposit, if that is still pending: no other arrival may. */
  answers: boolean
  /** When it was paid, by the time of its block; null when that is not known. */
  paidAt: Micros | null
  /** Made when the arrival completes none. */
  operation: OperationDraft
  boundaryId: string
  /** For the object that takes what has no owner, when the boundary has none yet. */
  unattributedId: string
  /** Events of the deposit it was paid for, or of the operation of its own. */
  ids: Record<'announced' | 'own', { detected: string; completed: string; confirmed: string }>
  amount: Atoms
  proofs: ProofDraft[]
  jobs: OutboxJob[]
}

/** A pending movement that has waited for somebody is handed to its rail by `jobs`, once. */
export interface StartMovementRequest {
  kind: 'start_movement'
  realmId: string
  operationId: string
  /** From then on it is refused. */
  deadline: Micros
  /** Where a withdrawal goes that was opened without an address; else null. */
  destinationAddress: string | null
  jobs: OutboxJob[]
}

/** Another module has something to tell, which moves nothing. */
export interface TellEventRequest {
  kind: 'tell_event'
  realmId: string
  /** Who tells it. */
  module: string
  event: {
    /** Told once. */
    id: string
    type: string
    objectId: string | null
    objectPath: string | null
    payload: Record<string, string | null>
  }
  jobs: OutboxJob[]
}

/** A pending operation ends without its effect; its holds are released. */
export interface AbandonOperationRequest {
  kind: 'abandon'
  realmId: string
  operationId: string
  /**
   * Only while no value is on its way: not once a movement was started, and before this moment not
   * when money for it was seen either.
   */
  unlessUnderWay?: { seenUntil: Micros }
  as: 'failed' | 'expired'
  failureMessage: string
  /** `withdrawal` is the id of `withdrawal.failed`; `delta` of a deletion's object, active again. */
  ids: { event: string; withdrawal?: string; delta?: string }
  jobs: OutboxJob[]
}

/** A path becomes an isolation zone with a custody boundary of its own. */
export interface DeclareZoneRequest {
  kind: 'declare_zone'
  realmId: string
  zone: { id: string; path: string; boundaryId: string }
  /** The object that collects the fees of the boundary. */
  feesId: string
  actor: { type: string; id: string }
  ids: { event: string }
  jobs: OutboxJob[]
}

/** What objects of a boundary hold goes to the boundary's recovery object. */
export interface SweepBoundaryRequest {
  kind: 'sweep_boundary'
  realmId: string
  operation: OperationDraft
  boundaryId: string
  /** For the recovery object, when the boundary has none yet. */
  recoveryId: string
  /** Where to look; what lies elsewhere or holds nothing is left out. */
  objectIds: string[]
  /** No more than this; null for everything. */
  most: Atoms | null
  /** All of `most`, or nothing: somebody else's books are changed by it. */
  exactly?: boolean
  /** Whatever an object has: it is gone all the same. For objects that may run negative only. */
  belowZero?: boolean
  jobs: OutboxJob[]
}

/** The holder of a recovery key has taken this much of the boundary. */
export interface WithdrawRecoveredRequest {
  kind: 'withdraw_recovered'
  realmId: string
  operation: OperationDraft
  boundaryId: string
  amount: Atoms
  destinationAddress: string
  txHash: string
  proofs: ProofDraft[]
  ids: { event: string }
  jobs: OutboxJob[]
}

/** A boundary was frozen or is free again. */
export interface MarkBoundaryRequest {
  kind: 'mark_boundary'
  realmId: string
  eventId: string
  type: 'boundary.frozen' | 'boundary.unfrozen'
  /** The zone's path; null for the default boundary. */
  rootPath: string | null
  payload: Record<string, string | null>
  jobs: OutboxJob[]
}

/** Merges labels into an object's. */
export interface LabelObjectRequest {
  kind: 'label_object'
  realmId: string
  objectId: string
  change: LabelChange
  actor: { type: string; id: string }
  ids: { delta: string }
  jobs: OutboxJob[]
}

/** What an object held when its caller's right to delete it was checked. */
interface DeletionTerms {
  realmId: string
  operation: OperationDraft
  object: { id: string; path: string }
  /** Where the remaining cash goes; null when there is none. */
  sweepTo: { id: string; path: string } | null
  /** More than this means that value has arrived since, and that the right must be checked again. */
  seenSettled: Atoms
}

/** Deletes an object of a kind that needs nothing outside the journal, in one posting. */
export interface DeleteObjectRequest extends DeletionTerms {
  kind: 'delete_object'
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

/** Blocks an object whose kind has to empty it first; `finish_delete` or `revert_delete` follows. */
export interface BeginDeleteRequest extends DeletionTerms {
  kind: 'begin_delete'
  ids: { delta: string }
  jobs: OutboxJob[]
}

/**
 * Blocks an object whose value a rail has to bring to the sweep target: held on both sides until the
 * rail has delivered (`settle_delete`), or has refused (`abandon`).
 */
export interface OpenDeleteRequest extends DeletionTerms {
  kind: 'open_delete'
  /** `event` is used only when nothing is left to sweep by now. */
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

/** The rail has brought what a deletion held to its sweep target. */
export interface SettleDeleteRequest {
  kind: 'settle_delete'
  realmId: string
  operationId: string
  /** Tells of the sweep on its own when the object cannot be deleted any more. */
  sweep: OperationDraft
  proofs: ProofDraft[]
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

/** The kind has emptied the object, down to `cash` in the journal. */
export interface FinishDeleteRequest {
  kind: 'finish_delete'
  realmId: string
  operationId: string
  cash: Atoms
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

/** A deletion that could not be finished: the object is active again. */
export interface RevertDeleteRequest {
  kind: 'revert_delete'
  realmId: string
  operationId: string
  code: string
  failureMessage: string
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

/** What another module decides inside the posting transaction, for a caller who named a path. */
export interface ComposedCommandRequest {
  kind: 'composed_command'
  realmId: string
  operation: OperationDraft
  /** The exchange object it is about. */
  objectId: string
  jobs: OutboxJob[]
}

/** The same without a caller: time has passed, or the service itself has work to do. */
export interface ComposedPassRequest {
  kind: 'composed_pass'
  realmId: string
  /** What it is a step of: done only while this operation is pending. */
  operationId?: string
  jobs: OutboxJob[]
}

export type PostRequest =
  | OpenRealmRequest
  | CloseRealmRequest
  | CreateObjectRequest
  | CompleteCreateRequest
  | DeleteObjectRequest
  | BeginDeleteRequest
  | OpenDeleteRequest
  | SettleDeleteRequest
  | FinishDeleteRequest
  | RevertDeleteRequest
  | TransferRequest
  | OpenTransferRequest
  | SettleTransferRequest
  | BulkTransferRequest
  | OpenWithdrawalRequest
  | SettleWithdrawalRequest
  | OpenDepositRequest
  | SettleDepositRequest
  | DetectDepositRequest
  | CreditArrivalRequest
  | StartMovementRequest
  | TellEventRequest
  | AbandonOperationRequest
  | DeclareZoneRequest
  | LabelObjectRequest
  | SweepBoundaryRequest
  | WithdrawRecoveredRequest
  | MarkBoundaryRequest
  | ComposedCommandRequest
  | ComposedPassRequest

/** The requests a request is made of: itself, or the transfers of a bulk. */
export function partsOf(request: PostRequest): readonly PostRequest[] {
  return request.kind === 'bulk_transfer' ? request.transfers : [request]
}
