import type { SqlParameter, SqlReader } from '#app/storage/database'
import {
  journalScope,
  headSeq,
  type JournalFilter,
  type JournalPlace,
  type JournalScope,
} from './journal_scope.ts'
import { DELTAS, ENTRIES, LEGS, type StoredDelta, type StoredLeg } from './history_reader.ts'
import { toDeltas, type DeltaView } from './history_views.ts'
import { fitsPath, isUnder, unlessRoot } from './path_filter.ts'
import { readCounts, sumOf } from './realm_counts.ts'
import type { WalkSource } from '#app/storage/walk'

/** A leg or a stored delta, in one order: legs come first within an entry. */
export type DeltaItem = JournalPlace & {
  objectId: string
  objectPath: string
  deltaType: string
  /** Set only when operations are filtered by path. */
  operationPath?: string | null
} & ({ leg: StoredLeg } | { stored: StoredDelta })

/** Above every leg number, so that the stored deltas of an entry follow its legs. */
const FIRST_STORED = 65_536
const BALANCE_CHANGE = 'balance_change'
const ENTRY_BATCH = 1000

/**
 * Opens the list of one realm's changes, from the newest to the oldest, at one cut of its journal.
 */
export async function openDeltaList(session: SqlReader, filter: JournalFilter, cutSeq?: number) {
  const { realmId } = filter
  const cut = cutSeq ?? (await headSeq(session, realmId))
  const scope = { realmId, ...(await journalScope(session, filter, cut)) }
  const { type, objectId, objectPath, path, pathPrefix } = scope.rest
  const named = [filter.path, filter.pathPrefix].some((each) => unlessRoot(each) !== undefined)
  const fits = (item: DeltaItem) =>
    (type === undefined || item.deltaType === type) &&
    (objectId === undefined || item.objectId === objectId) &&
    (objectPath === undefined || isUnder(objectPath, item.objectPath)) &&
    fitsPath({ path, pathPrefix }, item.operationPath ?? null)
  const narrowed = scope.objects !== null || scope.seqs !== null
  const timed = filter.from !== undefined || filter.to !== undefined
  const others = [objectId, objectPath, path, pathPrefix].some((each) => each !== undefined)
  return {
    cut,
    source: deltaSource(session, scope, named),
    /** null when the source reads only rows of the list. */
    fits: others || (type !== undefined && type !== BALANCE_CHANGE) ? fits : null,
    /** How many changes there are; null when no count is kept. */
    keptCount: async () =>
      narrowed || timed || others
        ? null
        : sumOf(await readCounts(session, realmId), 'delta', type ? [type] : undefined),
  }
}

type Scope = JournalScope & { realmId: string }

/**
 * @param named whether each change comes with the path of its operation, which decides whether it
 *   may be shown
 */
function deltaSource(
  session: SqlReader,
  scope: Scope,
  named: boolean
): WalkSource<DeltaItem, JournalPlace> {
  const { type } = scope.rest
  return {
    placeOf: ({ seq, no }) => ({ seq, no }),
    async read(after, count) {
      const nothing = scope.objects?.length === 0 || scope.seqs?.length === 0
      if (nothing || scope.cut <= scope.above) return []
      const wantsLegs = type === undefined || type === BALANCE_CHANGE
      const wantsRows = type === undefined || type !== BALANCE_CHANGE
      const legs = wantsLegs ? await readLegs(session, scope, after, count) : []
      const rows = wantsRows ? await readStored(session, scope, after, count) : []
      const items = [...legs, ...rows].sort(newestFirst).slice(0, count)
      return named ? withOperationPaths(session, scope.realmId, items) : items
    },
  }
}

async function withOperationPaths(session: SqlReader, realmId: string, items: DeltaItem[]) {
  if (items.length === 0) return items
  const rows = await session.read<{ seq: string | number; path: string }>(
    `SELECT e.seq, o.path FROM journal_entries e STRAIGHT_JOIN operations o ON o.id = e.operation_id
      WHERE e.realm_id = ? AND e.seq IN (?)`,
    [realmId, [...new Set(items.map(({ seq }) => seq))]]
  )
  const paths = new Map(rows.map(({ seq, path }) => [Number(seq), path]))
  return items.map((item) => ({ ...item, operationPath: paths.get(item.seq) ?? null }))
}

function newestFirst(one: JournalPlace, other: JournalPlace): number {
  return other.seq - one.seq || other.no - one.no
}

/** A part of an index whose rows are in the order of the journal. */
interface Stretch {
  index: string
  where: string
  values: SqlParameter[]
}

/** The index has legs in order per object and denomination, or per realm. */
async function legStretches(
  session: SqlReader,
  { realmId, seqs, objects }: Scope
): Promise<Stretch[]> {
  if (seqs) {
    return [
      {
        index: 'journal_legs_entry',
        where: 'l.realm_id = ? AND l.seq IN (?)',
        values: [realmId, seqs],
      },
    ]
  }
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
 * that the walk has reached down to the one by which `count` legs are certain.
 */
async function readLegs(
  session: SqlReader,
  scope: Scope,
  after: JournalPlace | null,
  count: number
): Promise<DeltaItem[]> {
  const { above, cut } = scope
  const stretches = await legStretches(session, scope)
  if (stretches.length === 0) return []
  const below = await session.read<{ seq: string | number }>(
    union(
      stretches.map(
        ({ index, where }) => `SELECT l.seq FROM journal_legs l FORCE INDEX (${index})
          WHERE ${where} AND l.seq > ? AND l.seq <= ? ORDER BY l.seq DESC LIMIT ${count}`
      ),
      `ORDER BY seq DESC LIMIT ${count}`
    ),
    stretches.flatMap(({ values }) => [...values, above, after ? after.seq - 1 : cut])
  )
  const lowest = Number(below.at(-1)?.seq ?? after?.seq ?? cut)
  const rows = await session.read<object>(
    union(
      stretches.map(
        ({ index, where }) => `SELECT ${LEGS.selected}
          FROM journal_legs l FORCE INDEX (${index}) STRAIGHT_JOIN objects o ON o.id = l.object_id
         WHERE ${where} AND l.seq BETWEEN ? AND ?`
      ),
      'ORDER BY seq DESC, legNo DESC'
    ),
    stretches.flatMap(({ values }) => [...values, lowest, after?.seq ?? cut])
  )
  return rows
    .map((row): DeltaItem => {
      const leg = LEGS.entityOf(row)
      const { seq, legNo: no, objectId, objectPath } = leg
      return { seq, no, objectId, objectPath, deltaType: BALANCE_CHANGE, leg }
    })
    .filter((item) => after === null || newestFirst(after, item) < 0)
    .slice(0, count)
}

async function readStored(
  session: SqlReader,
  { realmId, seqs, objects, above, cut }: Scope,
  after: JournalPlace | null,
  count: number
): Promise<DeltaItem[]> {
  const stretches: Stretch[] = objects
    ? objects.map((id) => ({
        index: 'deltas_object',
        // The realm is named too, because it stands between the object and the entry in this index.
        where: 'object_id = ? AND realm_id = ?',
        values: [id, realmId],
      }))
    : seqs
      ? [{ index: 'PRIMARY', where: 'realm_id = ? AND seq IN (?)', values: [realmId, seqs] }]
      : [{ index: 'PRIMARY', where: 'realm_id = ?', values: [realmId] }]
  const order = `ORDER BY seq DESC, deltaNo DESC LIMIT ${count}`
  const beyond = after ? ' AND (seq < ? OR delta_no < ?)' : ''
  const bound = after ? [after.seq, after.seq, Math.max(after.no - FIRST_STORED, 0)] : [cut]
  const rows = await session.read<object>(
    union(
      stretches.map(
        ({ index, where }) => `SELECT ${DELTAS.selected}
          FROM deltas FORCE INDEX (${index}) WHERE ${where} AND seq > ? AND seq <= ?${beyond} ${order}`
      ),
      order
    ),
    stretches.flatMap(({ values }) => [...values, above, ...bound])
  )
  return rows.map((row): DeltaItem => {
    const stored = DELTAS.entityOf(row)
    const { seq, deltaNo, objectId, objectPath, deltaType } = stored
    return { seq, no: FIRST_STORED + deltaNo, objectId, objectPath, deltaType, stored }
  })
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
  const where = 'WHERE realm_id = ? AND seq IN (?)'
  const entries = await ENTRIES.all(session, where, [realmId, seqs])
  const events = await session.read<{ id: string; seq: string }>(
    `SELECT id, seq FROM events ${where} ORDER BY seq, event_no`,
    [realmId, seqs]
  )
  const oldestFirst = items.toReversed()
  return toDeltas(
    entries,
    oldestFirst.flatMap((item) => ('leg' in item ? [item.leg] : [])),
    oldestFirst.flatMap((item) => ('stored' in item ? [item.stored] : [])),
    events.map(({ id, seq }) => ({ id, seq: Number(seq) }))
  ).toReversed()
}

/** All changes of one entry, oldest first. */
export async function deltasOfEntry(
  session: SqlReader,
  realmId: string,
  seq: number
): Promise<DeltaView[]> {
  const { source } = await openDeltaList(session, { realmId }, seq)
  const top = { seq, no: Number.MAX_SAFE_INTEGER }
  const items: DeltaItem[] = []
  for (let after: JournalPlace = top; ; after = source.placeOf(items.at(-1)!)) {
    const batch = await source.read(after, ENTRY_BATCH)
    const own = batch.filter((item) => item.seq === seq)
    items.push(...own)
    if (own.length < ENTRY_BATCH) break
  }
  return (await readDeltas(session, realmId, items)).toReversed()
}
