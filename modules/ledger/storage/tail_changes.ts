import { sqlToMicros } from '#app/clock/timestamp'
import type { ValuationCut } from '../extension/valuator.ts'
import type { Operation } from '../core/terms.ts'
import { EVENTS, type StoredEvent } from './history_reader.ts'
import {
  OPERATION_COLUMNS,
  SHOWN_OBJECT_COLUMNS,
  toOperation,
  type OperationRow,
  type ShownObjectRow,
} from './rows.ts'

/** An operation that was created or changed its state, and the newest entry that did so. */
export interface ChangedOperation {
  seq: number
  created: boolean
  operation: Operation
}

/** What the entries after one cut of a journal, and up to another, have changed. */
export interface JournalChange {
  realmId: string
  /** Entries `from + 1` to `to`. */
  from: number
  to: number
  /** Time of the newest entry, as DATETIME(6) text. */
  committedAt: string
  /** Every object that changed in any way, of any status, as it is at `to`. */
  objects: ShownObjectRow[]
  /** Those of the objects whose balances may have changed. */
  moved: ReadonlySet<string>
  /** Empty when only objects were asked for. */
  operations: ChangedOperation[]
  events: StoredEvent[]
}

const COLUMNS = OPERATION_COLUMNS.replaceAll(/\w+/g, 'o.$&')
const BETWEEN = 'realm_id = ? AND seq > ? AND seq <= ?'

/**
 * Reads in the session of the cut, so that everything read is the state at the cut, and not of a
 * moment later.
 */
export async function readChange(
  cut: ValuationCut,
  from: number,
  what: 'objects' | 'everything'
): Promise<JournalChange> {
  const { realmId, seq: to, committedAt } = cut
  const whole = what === 'everything'
  const operations = whole ? await changedOperations(cut, from) : []
  const events = whole ? await eventsBetween(cut, from) : []
  const touched = await touchedObjects(cut, from)
  const moved = new Set(touched.filter(({ moves }) => moves).map(({ id }) => id))
  // Holds have no place of their own in the journal: they change with their operation.
  const ends = whole ? operations.flatMap(endsOf) : await operationEnds(cut, from)
  for (const id of ends) if (id !== null) moved.add(id)
  const ids = new Set([...touched.map(({ id }) => id), ...moved])
  const objects = await objectsById(cut, [...ids])
  return { realmId, from, to, committedAt, objects, moved, operations, events }
}

function endsOf({ operation: { source, target } }: ChangedOperation): (string | null)[] {
  return [source.objectId, target.objectId]
}

function eventsBetween(
  { realmId, session, seq: to }: ValuationCut,
  from: number
): Promise<StoredEvent[]> {
  const rest = `WHERE ${BETWEEN} ORDER BY seq, event_no`
  return EVENTS.all(session, rest, [realmId, from, to])
}

async function touchedObjects(
  { realmId, session, seq: to }: ValuationCut,
  from: number
): Promise<{ id: string; moves: boolean }[]> {
  const range = [realmId, from, to]
  const rows = await session.read<{ id: string | null; moves: string | number }>(
    `SELECT object_id AS id, 1 AS moves FROM journal_legs FORCE INDEX (journal_legs_entry)
      WHERE ${BETWEEN}
      UNION SELECT object_id, 0 FROM deltas WHERE ${BETWEEN}
      UNION SELECT object_id, 0 FROM events WHERE ${BETWEEN}`,
    [...range, ...range, ...range]
  )
  return rows.flatMap(({ id, moves }) => (id === null ? [] : [{ id, moves: Number(moves) === 1 }]))
}

/** The objects on both sides of the operations between two cuts, without the operations. */
async function operationEnds(
  { realmId, session, seq: to }: ValuationCut,
  from: number
): Promise<(string | null)[]> {
  const rows = await session.read<{ source: string | null; target: string | null }>(
    `SELECT DISTINCT o.source_object_id AS source, o.target_object_id AS target
       FROM journal_entries e STRAIGHT_JOIN operations o ON o.id = e.operation_id
      WHERE e.realm_id = ? AND e.seq > ? AND e.seq <= ?`,
    [realmId, from, to]
  )
  return rows.flatMap(({ source, target }) => [source, target])
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
