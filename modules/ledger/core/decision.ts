import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { OutboxJob } from '#app/queue/job'
import type { Labels } from './labels.ts'
import type {
  CountedMove,
  RealmDraft,
  DeltaDraft,
  EventDraft,
  Hold,
  Leg,
  IsolationZone,
  LedgerObject,
  ObjectLimits,
  Operation,
  ProofDraft,
  ReversalDraft,
  SpendDraft,
} from './terms.ts'

export const ENTRY_STATUSES = ['pending', 'committed', 'released'] as const

/**
 * Everything that one accepted request changes. `apply` folds it into the state, and the writer
 * stores it. Nothing else may write the journal.
 */
export interface Posting {
  realm: RealmDraft | null
  /** Set by the last entry of a realm; `by` is the id of its event. */
  closes: { realmId: string; by: string } | null
  /**
   * A new operation, or a pending one after a step of it; null when the posting has no operation. A
   * transition to a state that ends counts one pending operation less, so an entry about an operation
   * that had ended names none.
   */
  operation: { kind: 'new' | 'transition'; row: Operation } | null
  /** Who authorised the entry: `builder:bld_…`, `system:settlement`. */
  authority: string
  entryStatus: (typeof ENTRY_STATUSES)[number]
  opType: string
  newObjects: LedgerObject[]
  /** Objects in their next status. */
  changedObjects: LedgerObject[]
  newZones: IsolationZone[]
  /** All labels of an object, after a change. */
  changedLabels: { objectId: string; labels: Labels }[]
  /** All limits of an object, after a change. */
  changedLimits: { objectId: string; limits: ObjectLimits }[]
  legs: Leg[]
  newHolds: Hold[]
  closedHolds: { hold: Hold; as: 'settled' | 'released' }[]
  /** Open holds in their next form, and how much less each holds. They belong to `operation`. */
  changedHolds: { hold: Hold; taken: Atoms }[]
  events: EventDraft[]
  newSpends: SpendDraft[]
  countedMoves: CountedMove[]
  newReversals: ReversalDraft[]
  deltas: DeltaDraft[]
  proofs: ProofDraft[]
  jobs: OutboxJob[]
}

/** The answer to a request, in the order the checks are made; see `decide`. */
export type Decision =
  | { kind: 'accepted'; posting: Posting }
  /** The path was used before with the same inputs: the stored operation is the answer. */
  | { kind: 'replayed'; operation: Operation }
  /** Ensure-create found the object; nothing is stored. */
  | { kind: 'existing'; object: LedgerObject }
  /** The opening of the realm was committed by an attempt whose answer was lost. */
  | { kind: 'opened_before'; openedAt: Micros }
  /** An attempt of this very request has closed the realm, and its answer was lost. */
  | { kind: 'closed_before' }
  /** The path is an isolation zone already; nothing is stored. */
  | { kind: 'zone_declared_before'; zone: IsolationZone }
  /** An earlier run has done the follow-up already. */
  | { kind: 'settled_before'; operation: Operation }
  /** A bulk whose parts are all accepted or replayed, in the order asked. */
  | { kind: 'decided_all'; parts: PartDecision[] }
  /** A companion of another module decides what is posted. */
  | { kind: 'to_compose' }
  /**
   * What a companion has composed; the operation that the caller asked for, if any, is the answer.
   */
  | { kind: 'composed'; postings: Posting[]; operation: Operation | null }
  | Refusal

/** The decision on one part of a bulk that is not refused. */
export type PartDecision = Extract<Decision, { kind: 'accepted' | 'replayed' }>

export interface Refusal {
  kind: 'refused'
  code: string
  /**
   * Names the thing that is refused; left out, the message of the code in the catalogue is used.
   */
  message?: string
  /** What the caller does next; left out, the next step in the catalogue is used. */
  next?: string
  details?: Record<string, unknown>
}

export function refuse(code: string, options: Omit<Refusal, 'kind' | 'code'> = {}): Refusal {
  return { kind: 'refused', code, ...options }
}

/** The operation that a follow-up names does not exist, or is of another type. */
export function noOperation(operationId: string, type?: string): Refusal {
  const kind = type ? `${type} operation` : 'operation'
  return refuse('NOT_FOUND', {
    message: `The ${kind} ${operationId} does not exist.`,
    next: 'GET /api/v1/operations lists those of a realm.',
  })
}

/** What a decision stores, in order; empty unless the decision is accepted. */
export function postingsOf(decision: Decision): Posting[] {
  if (decision.kind === 'accepted') return [decision.posting]
  if (decision.kind === 'composed') return decision.postings
  if (decision.kind === 'decided_all') return decision.parts.flatMap(postingsOf)
  return []
}

export function emptyPosting(
  opType: string,
  authority: string,
  entryStatus: Posting['entryStatus']
): Posting {
  return {
    realm: null,
    closes: null,
    operation: null,
    authority,
    entryStatus,
    opType,
    newObjects: [],
    changedObjects: [],
    newZones: [],
    changedLabels: [],
    changedLimits: [],
    legs: [],
    newHolds: [],
    closedHolds: [],
    changedHolds: [],
    events: [],
    newSpends: [],
    countedMoves: [],
    newReversals: [],
    deltas: [],
    proofs: [],
    jobs: [],
  }
}
