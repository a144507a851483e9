import type { SqlParameter, SqlReader } from '#app/storage/database'
import type { FeedPlace } from '#modules/ledger/storage/feed_scope'
import { headSeq, objectsUnder } from '#modules/ledger/storage/feed_scope'
import type { DeltaRow, EntryRow, LegRow } from '#modules/ledger/storage/history_reader'
import { toDeltas, type DeltaView } from '#modules/ledger/storage/history_views'
import { isUnder } from '#modules/ledger/storage/operation_filter'
import { readCounts, sumOf } from '#modules/ledger/storage/realm_counts'
import type { WalkSource } from '#app/storage/walk'

export interface DeltaFilter {
  realmId: string
  deltaType?: string
  /** Prefix of the path of the object that changed. */
  objectPath?: string
}

/** A leg or a stored delta, in one order: legs come first within an entry. */
export type DeltaItem = FeedPlace & { objectPath: string; deltaType: string } & (
    { leg: LegRow } | { row: DeltaRow }
  )

/** Above every leg number, so that the stored deltas of an entry follow its legs. */
const FIRST_STORED = 65_536
const BALANCE_CHANGE = 'balance_change'
const ENTRY_BATCH = 1000

/** One realm's changes from the newest to the oldest, at one cut of its journal. */
export async function openDeltaFeed(session: SqlReader, filter: DeltaFilter, cutSeq?: number) {
  const { realmId, deltaType } = filter
  const objectPath = filter.objectPath === '/' ? undefined : filter.objectPath
  const cut = cutSeq ?? (await headSeq(session, realmId))
  const scope = { realmId, objects: await objectsUnder(session, realmId, objectPath) }
  const typeIsOpen = deltaType !== undefined && deltaType !== BALANCE_CHANGE
  const pathIsOpen = objectPath !== undefined && scope.objects === null
  const fits = (item: DeltaItem) =>
    (deltaType === undefined || item.deltaType === deltaType) &&
    (objectPath === undefined || isUnder(objectPath, item.objectPath))
  return {
    cut,
    source: deltaSource(session, scope, deltaType, cut),
    /** null when the source reads nothing else. */
    fits: typeIsOpen || pathIsOpen ? fits : null,
    /** How many there are, where that is kept. */
    keptCount: async () =>
      objectPath === undefined
        ? sumOf(
            await readCounts(session, realmId),
            'delta',
            deltaType === undefined ? undefined : [deltaType]
          )
        : null,
  }
}

interface Scope {
  realmId: string
  objects: string[] | null
}

function deltaSource(
  session: SqlReader,
  scope: Scope,
  deltaType: string | undefined,
  cut: number
): WalkSource<DeltaItem, FeedPlace> {
  return {
    placeOf: ({ seq, no }) => ({ seq, no }),
    async read(after, count) {
      if (scope.objects?.length === 0) return []
      const wantsLegs = deltaType === undefined || deltaType === BALANCE_CHANGE
      const wantsRows = deltaType === undefined || deltaType !== BALANCE_CHANGE
      const legs = wantsLegs ? await readLegs(session, scope, after, cut, count) : []
      const rows = wantsRows ? await readStored(session, scope, after, cut, count) : []
      return [...legs, ...rows].sort(newestFirst).slice(0, count)
    },
  }
}

function newestFirst(one: FeedPlace, other: FeedPlace): number {
  return other.seq - one.seq || other.no - one.no
}

/** A stretch of an index whose rows lie in the order of the journal. */
interface Stretch {
  index: string
  where: string
  values: SqlParameter[]
}

/** Legs lie in order per object and denomination, or per realm. */
async function legStretches(session: SqlReader, { realmId, objects }: Scope): Promise<Stretch[]> {
  if (objects === null) {
    return [{ index: 'journal_legs_entry', where: 'l.realm_id = ?', values: [realmId] }]
  }
  const known = await session.read<{ object_id: string; denomination: string }>(
    'SELECT object_id, denomination FROM balances WHERE object_id IN (?)',
    [objects]
  )
  return known.map(({ object_id: id, denomination }) => ({
    index: 'PRIMARY',
    where: 'l.object_id = ? AND l.denomination = ?',
    values: [id, denomination],
  }))
}

/**
 * Legs are not ordered by their number within an entry, so whole entries are read: from the entry
 * the walk stands in down to the one where `count` legs are certain.
 */
async function readLegs(
  session: SqlReader,
  scope: Scope,
  after: FeedPlace | null,
  cut: number,
  count: number
): Promise<DeltaItem[]> {
  const stretches = await legStretches(session, scope)
  if (stretches.length === 0) return []
  const below = await session.read<{ seq: string | number }>(
    union(
      stretches.map(
        ({ index, where }) => `SELECT l.seq FROM journal_legs l FORCE INDEX (${index})
          WHERE ${where} AND l.seq <= ? ORDER BY l.seq DESC LIMIT ${count}`
      ),
      `ORDER BY seq DESC LIMIT ${count}`
    ),
    stretches.flatMap(({ values }) => [...values, after ? after.seq - 1 : cut])
  )
  const lowest = Number(below.at(-1)?.seq ?? after?.seq ?? cut)
  const rows = await session.read<LegRow>(
    union(
      stretches.map(
        ({ index, where }) => `SELECT l.realm_id, l.seq, l.leg_no, l.object_id,
               o.path AS object_path, l.denomination, l.amount, l.kind, l.balance_after
          FROM journal_legs l FORCE INDEX (${index}) STRAIGHT_JOIN objects o ON o.id = l.object_id
         WHERE ${where} AND l.seq BETWEEN ? AND ?`
      ),
      'ORDER BY seq DESC, leg_no DESC'
    ),
    stretches.flatMap(({ values }) => [...values, lowest, after?.seq ?? cut])
  )
  return rows
    .map((leg): DeltaItem => ({
      seq: Number(leg.seq),
      no: leg.leg_no,
      objectPath: leg.object_path,
      deltaType: BALANCE_CHANGE,
      leg,
    }))
    .filter((item) => after === null || newestFirst(after, item) < 0)
    .slice(0, count)
}

async function readStored(
  session: SqlReader,
  { realmId, objects }: Scope,
  after: FeedPlace | null,
  cut: number,
  count: number
): Promise<DeltaItem[]> {
  const stretches: Stretch[] = objects
    ? objects.map((id) => ({
        index: 'deltas_object',
        // The realm too: it stands between the entry and the number in this index.
        where: 'object_id = ? AND realm_id = ?',
        values: [id, realmId],
      }))
    : [{ index: 'PRIMARY', where: 'realm_id = ?', values: [realmId] }]
  const order = `ORDER BY seq DESC, delta_no DESC LIMIT ${count}`
  const beyond = after ? ' AND (seq < ? OR delta_no < ?)' : ''
  const bound = after ? [after.seq, after.seq, Math.max(after.no - FIRST_STORED, 0)] : [cut]
  const rows = await session.read<DeltaRow & { delta_no: number }>(
    union(
      stretches.map(
        ({ index, where }) => `SELECT id, realm_id, seq, delta_no, operation_id, object_id,
               object_path, delta_type, before_value, after_value, created_at
          FROM deltas FORCE INDEX (${index}) WHERE ${where} AND seq <= ?${beyond} ${order}`
      ),
      order
    ),
    stretches.flatMap(({ values }) => [...values, ...bound])
  )
  return rows.map((row): DeltaItem => ({
    seq: Number(row.seq),
    no: FIRST_STORED + row.delta_no,
    objectPath: row.object_path,
    deltaType: row.delta_type,
    row,
  }))
}

function union(parts: readonly string[], order: string): string {
  return parts.length === 1
    ? `SELECT * FROM (${parts[0]}) one ${order}`
    : `${parts.map((sql) => `(${sql})`).join(' UNION ALL ')} ${order}`
}

/** The items of a page as the API shows them, in the same order. */
export async function readDeltas(
  session: SqlReader,
  realmId: string,
  items: readonly DeltaItem[]
): Promise<DeltaView[]> {
  if (items.length === 0) return []
  const seqs = [...new Set(items.map(({ seq }) => seq))]
  const entries = await session.read<EntryRow>(
    `SELECT realm_id, seq, operation_id, op_type, authority, status, committed_at
       FROM journal_entries WHERE realm_id = ? AND seq IN (?)`,
    [realmId, seqs]
  )
  const events = await session.read<{ id: string; seq: string | number }>(
    'SELECT id, seq FROM events WHERE realm_id = ? AND seq IN (?) ORDER BY seq, event_no',
    [realmId, seqs]
  )
  const oldestFirst = items.toReversed()
  return toDeltas(
    entries,
    oldestFirst.flatMap((item) => ('leg' in item ? [item.leg] : [])),
    oldestFirst.flatMap((item) => ('row' in item ? [item.row] : [])),
    events.map(({ id, seq }) => ({ id, seq: String(seq) }))
  ).toReversed()
}

/** All changes of one entry, oldest first. */
export async function deltasOfEntry(
  session: SqlReader,
  realmId: string,
  seq: number
): Promise<DeltaView[]> {
  const { source } = await openDeltaFeed(session, { realmId }, seq)
  const top = { seq, no: Number.MAX_SAFE_INTEGER }
  const items: DeltaItem[] = []
  for (let after: FeedPlace = top; ; after = source.placeOf(items.at(-1)!)) {
    const batch = await source.read(after, ENTRY_BATCH)
    const own = batch.filter((item) => item.seq === seq)
    items.push(...own)
    if (own.length < ENTRY_BATCH) break
  }
  return (await readDeltas(session, realmId, items)).toReversed()
}
