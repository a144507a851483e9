import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import { namedObjects } from './operation_filter.ts'
import { pathConditions, unlessRoot, type PathFilter } from './path_filter.ts'

/** A place in the journal: an entry, and the number of a row within it. */
export interface JournalPlace {
  seq: number
  no: number
}

/** The filter of events and deltas; `path` and `pathPrefix` are those of the operation. */
export interface JournalFilter extends PathFilter {
  realmId: string
  type?: string
  objectId?: string
  /** Prefix of the path of the object that the row is about. */
  objectPath?: string
  /** `from` and `to` are both inclusive. */
  from?: Micros
  to?: Micros
}

/** The part of a journal that answers a filter. */
export interface JournalScope {
  /** Entries above `above` and up to `cut`. */
  above: number
  cut: number
  /** Only these entries; null when the filter names no operation, or too many. */
  seqs: number[] | null
  /** Only these objects; null when the filter names no object, or too many. */
  objects: string[] | null
  /** The part of the filter that the scope does not answer, to be tested row by row. */
  rest: Omit<JournalFilter, 'realmId' | 'from' | 'to'>
}

/** @param cut the newest entry of the walk */
export async function journalScope(
  session: SqlReader,
  { realmId, from, to, type, objectId, ...filter }: JournalFilter,
  cut: number
): Promise<JournalScope> {
  const objectPath = unlessRoot(filter.objectPath)
  const paths = { path: unlessRoot(filter.path), pathPrefix: unlessRoot(filter.pathPrefix) }
  const span = {
    above: from === undefined ? 0 : await lastSeq(session, realmId, '<', from),
    cut: to === undefined ? cut : Math.min(cut, await lastSeq(session, realmId, '<=', to)),
  }
  const seqs = await seqsOfPaths(session, realmId, paths)
  if (seqs) return { ...span, seqs, objects: null, rest: { type, objectId, objectPath } }
  const objects = await namedObjects(session, { realmId, objectId, objectPath })
  const answered = objects && (objectId === undefined || objectPath === undefined)
  const rest = { type, ...paths, ...(!answered && { objectId, objectPath }) }
  return { ...span, seqs: null, objects, rest }
}

/** The newest entry that was committed before a moment, or until then; 0 when there is none. */
export async function lastSeq(
  session: SqlReader,
  realmId: string,
  than: '<' | '<=',
  time: Micros
): Promise<number> {
  const [row] = await session.read<{ seq: string | number }>(
    `SELECT seq_to AS seq FROM journal_groups FORCE INDEX (journal_groups_time)
      WHERE realm_id = ? AND committed_at ${than} ? ORDER BY committed_at DESC LIMIT 1`,
    [realmId, toSqlDatetime(time)]
  )
  return Number(row?.seq ?? 0)
}

/**
 * The entries of operations with such paths; null when the filter names none, or they are too many.
 */
async function seqsOfPaths(
  session: SqlReader,
  realmId: string,
  paths: PathFilter
): Promise<number[] | null> {
  const named = pathConditions('o.path', paths)
  if (!named) return null
  const rows = await session.read<{ seq: string | number }>(
    `SELECT e.seq FROM operations o FORCE INDEX (operations_path)
       STRAIGHT_JOIN journal_entries e ON e.operation_id = o.id
      WHERE o.realm_id = ? AND ${named.where} LIMIT ${LEDGER_LIMITS.listMergedEntries + 1}`,
    [realmId, ...named.values]
  )
  return rows.length > LEDGER_LIMITS.listMergedEntries ? null : rows.map(({ seq }) => Number(seq))
}

/** The newest entry of a realm, which is the cut of a list. */
export async function headSeq(session: SqlReader, realmId: string): Promise<number> {
  const [head] = await session.read<{ seq: string | number }>(
    'SELECT seq FROM realm_heads WHERE realm_id = ?',
    [realmId]
  )
  return Number(head?.seq ?? 0)
}
