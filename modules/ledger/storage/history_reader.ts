import type { SqlReader } from '#app/storage/database'

export interface EventRow {
  id: string
  realm_id: string
  seq: string | number
  type: string
  operation_id: string | null
  operation_path: string | null
  object_id: string | null
  object_path: string | null
  payload: string
  created_at: string
}

export interface EntryRow {
  realm_id: string
  seq: string | number
  operation_id: string | null
  op_type: string
  authority: string
  status: string
  committed_at: string
}

export interface LegRow {
  realm_id: string
  seq: string | number
  leg_no: number
  object_id: string
  object_path: string
  denomination: string
  amount: string
  kind: string
  balance_after: string
}

export interface DeltaRow {
  id: string
  realm_id: string
  seq: string | number
  operation_id: string | null
  object_id: string
  object_path: string
  delta_type: string
  before_value: string | null
  after_value: string | null
  created_at: string
}

export interface ProofRow {
  id: string
  realm_id: string
  seq: string | number
  proof_type: string
  external_ref: string
}

/** The rows that operations have written, oldest first. */
export interface HistoryRows {
  entries: EntryRow[]
  legs: LegRow[]
  events: EventRow[]
  deltas: DeltaRow[]
}

const NOTHING: HistoryRows = { entries: [], legs: [], events: [], deltas: [] }

/**
 * Reads entries, legs, events and deltas of operations. The order of the joins is fixed, because an
 * optimizer that begins with the few objects of a busy realm reads the whole history of each. Read
 * them in one snapshot: an operation that settles between two of the statements would show legs of
 * an entry that is missing.
 */
export async function readHistory(
  session: SqlReader,
  operationIds: readonly string[]
): Promise<HistoryRows> {
  if (operationIds.length === 0) return NOTHING
  return {
    entries: await session.read<EntryRow>(
      `SELECT realm_id, seq, operation_id, op_type, authority, status, committed_at
         FROM journal_entries WHERE operation_id IN (?) ORDER BY seq`,
      [operationIds]
    ),
    legs: await session.read<LegRow>(
      `SELECT l.realm_id, l.seq, l.leg_no, l.object_id, o.path AS object_path, l.denomination,
              l.amount, l.kind, l.balance_after
         FROM journal_entries e
         STRAIGHT_JOIN journal_legs l FORCE INDEX (journal_legs_entry)
            ON l.realm_id = e.realm_id AND l.seq = e.seq
         STRAIGHT_JOIN objects o ON o.id = l.object_id
        WHERE e.operation_id IN (?) ORDER BY l.seq, l.leg_no`,
      [operationIds]
    ),
    events: await session.read<EventRow>(
      `SELECT id, realm_id, seq, type, operation_id, operation_path, object_id, object_path,
              payload, created_at
         FROM events WHERE operation_id IN (?) ORDER BY seq, event_no`,
      [operationIds]
    ),
    deltas: await session.read<DeltaRow>(
      `SELECT id, realm_id, seq, operation_id, object_id, object_path, delta_type, before_value,
              after_value, created_at
         FROM deltas WHERE operation_id IN (?) ORDER BY seq, delta_no`,
      [operationIds]
    ),
  }
}

/** The newest changes of an object that have no operation, oldest first: those of its labels. */
export async function readOwnDeltas(
  session: SqlReader,
  objectId: string,
  limit: number
): Promise<DeltaRow[]> {
  const rows = await session.read<DeltaRow>(
    `SELECT id, realm_id, seq, operation_id, object_id, object_path, delta_type, before_value,
            after_value, created_at
       FROM deltas WHERE object_id = ? AND operation_id IS NULL
      ORDER BY seq DESC, delta_no DESC LIMIT ${limit}`,
    [objectId]
  )
  return rows.toReversed()
}

/** The external facts of operations; read them in the snapshot of their entries. */
export async function readProofs(
  session: SqlReader,
  operationIds: readonly string[]
): Promise<ProofRow[]> {
  return session.read<ProofRow>(
    `SELECT p.id, p.realm_id, p.seq, p.proof_type, p.external_ref
       FROM journal_entries e STRAIGHT_JOIN proofs p ON p.realm_id = e.realm_id AND p.seq = e.seq
      WHERE e.operation_id IN (?) ORDER BY p.seq, p.id`,
    [operationIds]
  )
}
