import type { Micros } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import type { RealmDraft } from '#modules/ledger/core/requests'
import type {
  DeltaDraft,
  EventDraft,
  Hold,
  Leg,
  LedgerObject,
  Operation,
  ProofDraft,
} from '#modules/ledger/core/terms'

/**
 * Everything one accepted request changes. `apply` folds it into the state; the writer stores it.
 * Nothing else may write the journal.
 */
export interface Posting {
  realm: RealmDraft | null
  /** A new operation, or an existing one in its next state; null when no operation is behind it. */
  operation: { kind: 'new' | 'transition'; row: Operation } | null
  /** Who authorised the entry: `builder:bld_…`, `system:settlement`. */
  authority: string
  entryStatus: 'pending' | 'committed' | 'released'
  opType: string
  newObjects: LedgerObject[]
  /** Objects in their next status. */
  changedObjects: LedgerObject[]
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
  /** A follow-up that an earlier run has already done. */
  | { kind: 'settled_before'; operation: Operation }
  | Refusal

export interface Refusal {
  kind: 'refused'
  code: string
  message?: string
  details?: Record<string, string>
}

export function refuse(
  code: string,
  options: { message?: string; details?: Record<string, string> } = {}
): Refusal {
  return { kind: 'refused', code, ...options }
}

export function emptyPosting(
  opType: string,
  authority: string,
  entryStatus: Posting['entryStatus']
): Posting {
  return {
    realm: null,
    operation: null,
    authority,
    entryStatus,
    opType,
    newObjects: [],
    changedObjects: [],
    legs: [],
    newHolds: [],
    closedHolds: [],
    events: [],
    deltas: [],
    proofs: [],
    jobs: [],
  }
}
