import type { OperationOutcomes, OperationType, Told } from '#app/extension/vocabulary'
import type { Cosignature } from '../extension/ledger_terms.ts'

/**
 * How far an operation has come, as its caller reads it, by its type. Amounts are decimal strings.
 */
interface Progress {
  status: string
}

interface Amount {
  amount: string
  denomination: string
}

type Moved = Progress & Amount

/**
 * A deletion's sweep that is recorded on its own, or what a recovery key took. The venue composes
 * adjustments of its own, and tells what they are.
 */
export type Adjusted = Moved & { deletionId?: string; boundaryId?: string }

type Transferred = Moved & {
  fee?: Amount
  sourceNewBalance?: string
  targetNewBalance?: string
}

type Captured = Transferred & { holdId: string }

interface MoveOutcome {
  sourceObjectPath: string
  targetObjectPath: string
  amount: string
}

/**
 * `amount` is what the targets of the reversed operation give back. `moves` are those of a posting
 * the other way, each in its place, also where nothing goes back.
 */
type Reversed = Moved & { reversalOf: string; moves?: MoveOutcome[]; refundedFee?: Amount }

/** Moves that happened together; `fee` is that of all of them, and each paid the same. */
type Posted = Moved & {
  moves: (MoveOutcome & { sourceObjectId: string; targetObjectId: string })[]
  fee?: Amount
}

/** A hold that a caller asked for. Its `status` is one of `HOLD_STATUSES`. */
type Held = Moved & {
  capturedAmount: string
  remainingAmount: string
  /** RFC 3339; null: until it is captured or released. */
  expiresAt: string | null
  /** The operations that captured a part of it. */
  captures: string[]
  /** The operation path that the release came with, or the id of its event. */
  releasedBy?: string
}

type Deposited = Moved & {
  /** RFC 3339; a payment after this moment is not watched for. */
  openUntil?: string
  /** The amount that was seen before it is final. */
  detectedAmount?: string
  /** When the deposit was handed to its rail, if it waited for its payer. */
  startedAt?: string
  requestedAmount?: string
  creditedObjectPath?: string
  /** The operation path of the arrival that has completed it. */
  arrival?: string
  /** The deposit that announced this arrival, when the arrival has an operation of its own. */
  announcedBy?: string | null
}

type Withdrawn = Moved & {
  destinationAddress: string | null
  cosignature?: Cosignature | null
  /** null while it waits for its payee; left out when it waits for nobody. */
  startedAt?: string | null
  sourceNewBalance?: string
  boundaryId?: string
  recoveryTxHash?: string
}

type Created = Progress & { objectId: string }

type Deleted = Progress & {
  objectId: string
  displayName?: string
  swept?: Amount & { operationId?: string }
  code?: string
}

/** The ledger's own types; each is described in `operation_types.ts`. */
export interface LedgerOutcomes {
  transfer: Transferred
  hold: Held
  capture: Captured
  reversal: Reversed
  posting: Posted
  deposit: Deposited
  withdrawal: Withdrawn
  create: Created
  delete: Deleted
  adjustment: Adjusted | Told
  swap: Moved
  fee_distribution: Moved
}

export type LedgerOperationType = keyof LedgerOutcomes

declare module '#app/extension/vocabulary' {
  interface OperationOutcomes extends LedgerOutcomes {}
}

/** The outcome of operations of a type. */
export type OutcomeOf<Type extends OperationType> = OperationOutcomes[Type]
