import type { Micros } from '#app/clock/clock'
import type { SignatureClaim } from '#app/extension/signature_claim'
import type { LegKind, OperationType } from '#app/extension/vocabulary'
import type { Atoms } from '#app/money/usd'
import type { DeltaType } from '../extension/ledger_terms.ts'
import type { OutcomeOf } from './operation_outcome.ts'

/** The only cash denomination; the service sets it, and no request names it. */
export const USD = 'USD'

export const OPERATION_STATES = ['pending', 'completed', 'failed', 'expired'] as const

export type OperationState = (typeof OPERATION_STATES)[number]

export type ObjectStatus = 'active' | 'deleting' | 'deleted' | 'withdrawn'

export interface LedgerObject {
  id: string
  realmId: string
  path: string
  type: string
  denomination: string
  status: ObjectStatus
  boundaryId: string
  /**
   * Whether the kind of the object keeps its value in books of its own, beside the journal. Its
   * cash may then be below zero, only the kind knows what can be spent, and what the kind composes
   * may move it. The flag is decided when the object is made and stored with it, so that it holds
   * while the kind is not loaded.
   */
  keepsOwnBooks: boolean
  /** Whether limits bound its movements; only then are they looked up. */
  hasLimits: boolean
  metadata: string | null
  /** null until the creation workflow has finished; only then is the object usable. */
  readyAt: Micros | null
  /** Name of the tombstone of a deleted object; null before the deletion. */
  displayName: string | null
  deletedAt: Micros | null
  withdrawnAt: Micros | null
}

/**
 * A path whose objects share a custody boundary of their own. A zone is declared once and never
 * changes.
 */
export interface IsolationZone {
  /** `izn_…` */
  id: string
  realmId: string
  path: string
  /** `bnd_…` */
  boundaryId: string
  createdAt: Micros
}

export interface Balance {
  settled: Atoms
  /** In transit toward the object: the open inbound holds. */
  arriving: Atoms
  /** Committed to leave: the open outbound holds. */
  departing: Atoms
}

export type HoldDirection = 'inbound' | 'outbound'

export interface Hold {
  operationId: string
  objectId: string
  direction: HoldDirection
  denomination: string
  amount: Atoms
  /** When a hold that a caller asked for ends by itself; null or absent: never. */
  expiresAt?: Micros | null
}

/** The signature of the request that led to an operation. */
export interface OperationSignature {
  /**
   * SHA-256 in hex over key, signature and signed text: all operations of one request share one
   * row.
   */
  id: string
  /** `sgk_…` */
  signingKeyId: string
  fingerprint: string
  publicKey: string
  signature: string
  signingInput: string
  /**
   * What the request used the signature for; missing from rows older than the claiming of
   * signatures.
   */
  claim?: SignatureClaim
}

export interface OperationSide {
  objectId: string | null
  path: string | null
}

/** An operation as it is stored. */
export interface Operation<Type extends OperationType = OperationType> {
  id: string
  realmId: string
  path: string
  type: Type
  state: OperationState
  requestHash: string
  /** JSON text of the request. */
  input: string
  outcome: OutcomeOf<Type>
  failureMessage: string | null
  actorType: string
  actorId: string
  source: OperationSide
  target: OperationSide
  /** The denomination and amount that move; null when the operation moves no value. */
  denomination: string | null
  amount: Atoms | null
  createdAt: Micros
  updatedAt: Micros
  /** Set only while a new operation is posted; stored operations are read without it. */
  signature?: OperationSignature
}

/** Whether an operation is of a type, which also narrows the type of its outcome. */
export function isOf<Type extends OperationType>(
  type: Type,
  operation: Operation | null | undefined
): operation is Operation<Type> {
  return operation?.type === type
}

/**
 * An operation before the ledger has placed it in time. Its id comes from the caller, because the
 * core has no source of randomness.
 */
export interface OperationDraft<Type extends OperationType = OperationType> {
  id: string
  path: string
  type: Type
  requestHash: string
  input: string
  actorType: string
  actorId: string
  signature?: OperationSignature
}

export interface Leg {
  objectId: string
  denomination: string
  amount: Atoms
  kind: LegKind
}

/** A leg with its place in the object's history. */
export interface PostedLeg extends Leg {
  legNo: number
  balanceAfter: Atoms
}

export interface EventDraft {
  id: string
  type: string
  objectId: string | null
  objectPath: string | null
  /** JSON text. */
  payload: string
}

/** What a movement has spent of the windows of its credential and object. */
export interface SpendDraft {
  credentialId: string
  objectId: string
  operationId: string
  amount: Atoms
}

export const OBJECT_LIMITS = ['maxPerMovement', 'maxPerDay', 'maxBalance', 'minBalance'] as const

/** What bounds the movements of an object; null: nothing. */
export type ObjectLimits = Record<(typeof OBJECT_LIMITS)[number], Atoms | null>

/** The limits of an object, and what was moved out of it on the newest day on which any was. */
export interface LimitedObject {
  limits: ObjectLimits
  /** A UTC day of commit time, `YYYY-MM-DD`; null before the first movement. */
  day: string | null
  moved: Atoms
}

/** What an operation moves back of another one. */
export interface ReversalDraft {
  operationId: string
  reversalId: string
  /** Of each move of the other operation; a transfer is one move. */
  parts: readonly Atoms[]
}

/** What a movement adds to the day of an object that has limits. */
export interface CountedMove {
  objectId: string
  amount: Atoms
}

/** A change that is not a balance change; balance changes are the legs themselves. */
export interface DeltaDraft {
  id: string
  deltaType: DeltaType
  objectId: string
  objectPath: string
  beforeValue: string | null
  afterValue: string | null
}

export interface ProofDraft {
  id: string
  proofType: string
  externalRef: string
}

/** A realm to open. Its row and its system objects are written with its first journal entry. */
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
