import type { Micros } from '#app/clock/clock'
import type { LegKind, OperationType } from '#app/extension/vocabulary'
import type { SqlSession } from '#app/storage/database'

/**
 * Where a composed leg lands: an object that keeps books of its own, or an account of the service that
 * is made on first use. One of the books themselves, which stands against such objects, says so.
 */
export type ComposedHolder = { objectId: string } | { systemPath: string; keepsOwnBooks?: boolean }

/** One side of a movement; atoms are millionths of the denomination. Zero legs are left out. */
export interface ComposedLeg {
  holder: ComposedHolder
  denomination: string
  amount: bigint
  kind: LegKind
}

/** An operation that comes of a command, beside the one the caller asked for. */
export interface ComposedOperation {
  id: string
  /** Under a reserved prefix: a caller who could use it first would block what must happen. */
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
  deltaType: string
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
  /** The object it happened to; shown as the target. */
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
      /** Names the thing; the catalogue's message of the code without it. */
      message?: string
      /** What the caller does next; the catalogue's step without it. */
      next?: string
      details?: Record<string, unknown>
    }

/**
 * Another module's part in a posting. It runs inside the posting transaction with the realm locked,
 * so that its own tables change exactly when the journal does. The transaction may be repeated from
 * the start: nothing may be remembered before `committed`.
 */
export interface Companion {
  /** Whose part it is. What nobody asked for names it as its actor: `system:<module>`. */
  readonly module: string
  /** Asked once the request is accepted so far. Several of one transaction see each other's changes. */
  compose(session: SqlSession, now: Micros): Promise<Composition>
  /** Called for every companion of the transaction once all are decided; the first call writes all. */
  write(session: SqlSession): Promise<void>
  /** COMMIT was confirmed. When its answer was lost this is not called. */
  committed(session: SqlSession): void
}
