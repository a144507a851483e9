import type { Micros } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import type { Labels } from './labels.ts'
import type {
  RealmDraft,
  DeltaDraft,
  EventDraft,
  Hold,
  Leg,
  IsolationZone,
  LedgerObject,
  Operation,
  ProofDraft,
} from './terms.ts'

export const ENTRY_STATUSES = ['pending', 'committed', 'released'] as const

/**
 * Everything one accepted request changes. `apply` folds it into the state; the writer stores it.
 * Nothing else may write the journal.
 */
export interface Posting {
  realm: RealmDraft | null
  /** Set by the last entry of a realm; `by` is its event. */
  closes: { realmId: string; by: string } | null
  /** A new operation, or an existing one in its next state; null when no operation is behind it. */
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
  legs: Leg[]
  newHolds: Hold[]
  closedHolds: { hold: Hold; as: 'settled' | 'released' }[]
  events: EventDraft[]
  deltas: DeltaDraft[]
  proofs: ProofDraft[]
  jobs: OutboxJob[]
}

/** The answer to a request, in the order the checks are made; see `decide`. */
export type Decision =
  | { kind: 'accepted'; posting: Posting }
  /** The path was used before with the same inputs: the stored operation is the answer. */
  | { kind: 'replayed'; operation: Operation }
  /** Ensure-create found the object already there; nothing is stored. */
  | { kind: 'existing'; object: LedgerObject }
  /** A realm whose opening was committed by an attempt whose answer was lost. */
  | { kind: 'opened_before'; openedAt: Micros }
  /** A realm that this very request has closed; only the answer was lost. */
  | { kind: 'closed_before' }
  /** The path is an isolation zone already; nothing is stored. */
  | { kind: 'zone_declared_before'; zone: IsolationZone }
  /** A follow-up that an earlier run has already done. */
  | { kind: 'settled_before'; operation: Operation }
  /** A bulk: every part is accepted or replayed, in the order asked. */
  | { kind: 'decided_all'; parts: PartDecision[] }
  /** Another module has to say what is posted: see `Companion`. */
  | { kind: 'to_compose' }
  /** What a companion has composed; the operation asked for, if any, is the answer. */
  | { kind: 'composed'; postings: Posting[]; operation: Operation | null }
  | Refusal

/** What becomes of one part of a bulk that is not refused. */
export type PartDecision = Extract<Decision, { kind: 'accepted' | 'replayed' }>

export interface Refusal {
  kind: 'refused'
  code: string
  /** Names the thing; the catalogue's message of the code without it. */
  message?: string
  /** What the caller does next; the catalogue's step without it. */
  next?: string
  details?: Record<string, unknown>
}

export function refuse(code: string, options: Omit<Refusal, 'kind' | 'code'> = {}): Refusal {
  return { kind: 'refused', code, ...options }
}

/** What a job or a person asks to go on with is not there, or is of another type. */
export function noOperation(operationId: string, type?: string): Refusal {
  const kind = type ? `${type} operation` : 'operation'
  return refuse('NOT_FOUND', {
    message: `The ${kind} ${operationId} does not exist.`,
    next: 'GET /api/v1/operations lists those of a realm.',
  })
}

/** What a decision stores, in order; nothing for all but accepted ones. */
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
    legs: [],
    newHolds: [],
    closedHolds: [],
    events: [],
    deltas: [],
    proofs: [],
    jobs: [],
  }
}
