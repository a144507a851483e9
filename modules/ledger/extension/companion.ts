import type { Micros } from '#app/clock/clock'
import type { LegKind, OperationType } from '#app/extension/vocabulary'
import type { SqlSession } from '#app/storage/database'
import type { DeltaType } from './ledger_terms.ts'

/**
 * The account of a composed leg: an object that keeps books of its own, or an account of the
 * service that is made on first use. `keepsOwnBooks` marks an account that stands against such
 * objects in their books.
 */
export type ComposedHolder = { objectId: string } | { systemPath: string; keepsOwnBooks?: boolean }

/** One side of a movement; atoms are millionths of the denomination. Zero legs are left out. */
export interface ComposedLeg {
  holder: ComposedHolder
  denomination: string
  amount: bigint
  kind: LegKind
}

/** An operation that a command causes, besides the one that its caller asked for. */
export interface ComposedOperation {
  id: string
  /** Under a reserved prefix: a caller who could use the path first would block the operation. */
  path: string
  type: OperationType
  /** JSON text. */
  input: string
}

export interface ComposedEvent {
  type: string
  objectId: string
  payload: object
}

export interface ComposedDelta {
  deltaType: DeltaType
  objectId: string
  beforeValue: string | null
  afterValue: string | null
}

/** One entry of the journal. Its legs cancel out by denomination. */
export interface ComposedEntry {
  /** `asked`: the operation of the request itself, at most once and only for a command. */
  operation: ComposedOperation | 'asked' | null
  opType: OperationType
  state: 'completed' | 'failed'
  failureMessage: string | null
  outcome: Record<string, unknown>
  /** The object that the entry is about; shown as the target. */
  objectId: string | null
  denomination: string | null
  amount: bigint | null
  legs: readonly ComposedLeg[]
  events: readonly ComposedEvent[]
  deltas: readonly ComposedDelta[]
}

export type Composition =
  | { kind: 'composed'; entries: readonly ComposedEntry[] }
  /** Nothing is stored. */
  | {
      kind: 'refused'
      code: string
      /**
       * Names the thing that is refused; left out, the message of the code in the catalogue is
       * used.
       */
      message?: string
      /** What the caller does next; left out, the next step in the catalogue is used. */
      next?: string
      details?: Record<string, unknown>
    }

/**
 * Another module's part in a posting. It runs inside the posting transaction with the realm locked,
 * so that its own tables change exactly when the journal does. The transaction may be repeated from
 * the start: nothing may be remembered before `committed`.
 */
export interface Companion {
  /**
   * Name of the module. Entries that no caller asked for have it in their actor: `system:<module>`.
   */
  readonly module: string
  /**
   * Called once the ledger has accepted the request. Several companions of one transaction see each
   * other's changes.
   */
  compose(session: SqlSession, now: Micros): Promise<Composition>
  /**
   * Called for every companion of the transaction once all are decided; the first call writes
   * everything.
   */
  write(session: SqlSession): Promise<void>
  /** Called when COMMIT was confirmed, and not when its answer was lost. */
  committed(session: SqlSession): void
}
