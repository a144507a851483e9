import { sqlToMicros } from '#app/clock/timestamp'
import type { ValuationCut } from '#app/extension/valuator'
import type { Operation } from '#modules/ledger/core/terms'
import type { EventRow } from '#modules/ledger/storage/history_reader'
import {
  OPERATION_COLUMNS,
  SHOWN_OBJECT_COLUMNS,
  toOperation,
  type OperationRow,
  type ShownObjectRow,
} from '#modules/ledger/storage/rows'

/** An operation that was created, or that changed its state, and the newest entry that did it. */
export interface ChangedOperation {
  seq: number
  created: boolean
  operation: Operation
}

/** An event with its place. */
export type PlacedEvent = EventRow & { event_no: number }

/** What the entries after one cut of a journal, up to another, have changed. */
export interface JournalChange {
  realmId: string
  /** Entries `from + 1` to `to`. */
  from: number
  to: number
  /** Of the newest entry, as DATETIME(6) text. */
  committedAt: string
  /** Everything that changed in any way, of any status; as it stands at `to`. */
  objects: ShownObjectRow[]
  /** Those of them whose balances may have changed. */
  moved: ReadonlySet<string>
  operations: ChangedOperation[]
  events: PlacedEvent[]
}

const COLUMNS = OPERATION_COLUMNS.replaceAll(/\w+/g, 'o.$&')
const BETWEEN = 'realm_id = ? AND seq > ? AND seq <= ?'

/** Reads in the session of the cut: what is read is the state at it, and not a moment later. */
export async function readChange(cut: ValuationCut, from: number): Promise<JournalChange> {
  const { realmId, session, seq: to, committedAt } = cut
  const range = [realmId, from, to]
  const operations = await changedOperations(cut, from)
  const events = await session.read<PlacedEvent>(
    `SELECT id, realm_id, seq, event_no, type, operation_id, operation_path, object_id, object_path,
            payload, created_at
       FROM events WHERE ${BETWEEN} ORDER BY seq, event_no`,
    range
  )
  const touched = await session.read<{ id: string; moves: string | number }>(
    `SELECT object_id AS id, 1 AS moves FROM journal_legs FORCE INDEX (journal_legs_entry)
      WHERE ${BETWEEN}
      UNION SELECT object_id, 0 FROM deltas WHERE ${BETWEEN}`,
    [...range, ...range]
  )
  const moved = new Set(touched.filter(({ moves }) => Number(moves) === 1).map(({ id }) => id))
  // Holds have no place in the journal of their own: they change with their operation.
  for (const { operation } of operations) {
    for (const { objectId } of [operation.source, operation.target]) {
      if (objectId !== null) moved.add(objectId)
    }
  }
  const ids = new Set([...touched.map(({ id }) => id), ...moved])
  for (const { object_id: id } of events) if (id !== null) ids.add(id)
  const objects = await objectsById(cut, [...ids])
  return { realmId, from, to, committedAt, objects, moved, operations, events }
}

async function changedOperations(
  { realmId, session, seq: to }: ValuationCut,
  from: number
): Promise<ChangedOperation[]> {
  const rows = await session.read<OperationRow & { entry_seq: string | number; first_at: string }>(
    `SELECT e.entry_seq, e.first_at, ${COLUMNS}
       FROM (SELECT operation_id, MAX(seq) AS entry_seq, MIN(committed_at) AS first_at
               FROM journal_entries WHERE ${BETWEEN} AND operation_id IS NOT NULL
              GROUP BY operation_id) e
       STRAIGHT_JOIN operations o ON o.id = e.operation_id ORDER BY e.entry_seq`,
    [realmId, from, to]
  )
  return rows.map((row) => {
    const operation = toOperation(row)
    const created = operation.createdAt >= sqlToMicros(row.first_at)
    return { seq: Number(row.entry_seq), created, operation }
  })
}

async function objectsById(
  { session }: ValuationCut,
  ids: readonly string[]
): Promise<ShownObjectRow[]> {
  if (ids.length === 0) return []
  return session.read<ShownObjectRow>(
    `SELECT ${SHOWN_OBJECT_COLUMNS} FROM objects WHERE id IN (?) ORDER BY path`,
    [ids]
  )
}
