import type { Cosignature } from '#app/extension/ledger_terms'
import type { OperationOutcomes, OperationType } from '#app/extension/vocabulary'

/** How far an operation has come, as its caller reads it, by its type. Amounts are decimal strings. */
interface Progress {
  status: string
}

interface Amount {
  amount: string
  denomination: string
}

type Moved = Progress & Amount

/** A deletion's sweep that is told on its own, or what a recovery key took; the venue's own are composed. */
type Adjusted = Moved & { deletionId?: string; boundaryId?: string }

type Transferred = Moved & {
  fee?: Amount
  sourceNewBalance?: string
  targetNewBalance?: string
}

type Deposited = Moved & {
  /** Nobody need watch for it after this moment. */
  openUntil?: string
  /** What was seen of it before it is final. */
  detectedAmount?: string
  /** When it was handed to its rail, of one that waited for somebody. */
  startedAt?: string
  requestedAmount?: string
  creditedObjectPath?: string
  /** The path of the arrival that has completed it. */
  arrival?: string
  /** The deposit that this arrival was paid for, when another operation tells of it. */
  announcedBy?: string | null
}

type Withdrawn = Moved & {
  destinationAddress: string | null
  cosignature?: Cosignature | null
  /** null while it waits for somebody; left out when it waits for nobody. */
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

declare module '#app/extension/vocabulary' {
  interface OperationOutcomes {
    transfer: Transferred
    deposit: Deposited
    withdrawal: Withdrawn
    create: Created
    delete: Deleted
    adjustment: Adjusted | Told
    swap: Told
    fee_distribution: Told
  }
}

/** The outcome of operations of a type. */
export type OutcomeOf<Type extends OperationType> = OperationOutcomes[Type]
