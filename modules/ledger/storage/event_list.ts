import type { SqlParameter, SqlReader } from '#app/storage/database'
import {
  journalScope,
  headSeq,
  type JournalFilter,
  type JournalPlace,
  type JournalScope,
} from './journal_scope.ts'
import { EVENTS, type StoredEvent } from './history_reader.ts'
import { fitsPath, isUnder } from './path_filter.ts'
import { readCounts, sumOf } from './realm_counts.ts'
import type { WalkSource } from '#app/storage/walk'

/**
 * Opens the list of one realm's events, from the newest to the oldest, at one cut of its journal.
 */
export async function openEventList(session: SqlReader, filter: JournalFilter, cutSeq?: number) {
  const { realmId } = filter
  const cut = cutSeq ?? (await headSeq(session, realmId))
  const scope = await journalScope(session, filter, cut)
  const { ranges, rest } = rangesOf(realmId, scope)
  const { type, objectId, objectPath, ...paths } = rest
  const fits = (event: StoredEvent) =>
    (type === undefined || event.type === type) &&
    (objectId === undefined || event.objectId === objectId) &&
    (objectPath === undefined || isUnder(objectPath, event.objectPath)) &&
    fitsPath(paths, event.operationPath)
  // Both may be empty lists, which do not mean the whole realm.
  const narrowed = scope.objects !== null || scope.seqs !== null
  const kept = !narrowed && filter.from === undefined && filter.to === undefined
  const isOpen = Object.values(rest).some((each) => each !== undefined)
  return {
    cut,
    source: eventSource(session, ranges, scope),
    /** null when the ranges hold only rows of the list. */
    fits: isOpen ? fits : null,
    /** How many events there are; null when no count is kept. */
    keptCount: async () =>
      kept && !isOpen
        ? sumOf(
            await readCounts(session, realmId),
            'event',
            filter.type ? [filter.type] : undefined
          )
        : null,
  }
}

/** The narrowest ranges, each in the order of the list, and the filter that they leave open. */
function rangesOf(
  realmId: string,
  { seqs, objects, rest }: JournalScope
): { ranges: ReturnType<typeof range>[]; rest: JournalScope['rest'] } {
  if (seqs) {
    const ranges =
      seqs.length === 0 ? [] : [range('PRIMARY', 'realm_id = ? AND seq IN (?)', realmId, seqs)]
    return { ranges, rest }
  }
  if (objects) {
    const ranges = objects.map((id) =>
      range('events_object', 'realm_id = ? AND object_id = ?', realmId, id)
    )
    return { ranges, rest }
  }
  const { type, ...others } = rest
  return type === undefined
    ? { ranges: [range('PRIMARY', 'realm_id = ?', realmId)], rest }
    : { ranges: [range('events_type', 'realm_id = ? AND type = ?', realmId, type)], rest: others }
}

function range(index: string, where: string, ...values: SqlParameter[]) {
  return { index, where, values }
}

function eventSource(
  session: SqlReader,
  ranges: ReturnType<typeof range>[],
  { above, cut }: JournalScope
): WalkSource<StoredEvent, JournalPlace> {
  return {
    placeOf: ({ seq, eventNo: no }) => ({ seq, no }),
    async read(after, count) {
      if (ranges.length === 0 || cut <= above) return []
      const order = `ORDER BY seq DESC, eventNo DESC LIMIT ${count}`
      const beyond = after ? ' AND (seq < ? OR event_no < ?)' : ''
      const bound = after ? [after.seq, after.seq, after.no] : [cut]
      const parts = ranges.map(
        ({ index, where }) =>
          `SELECT ${EVENTS.selected} FROM events FORCE INDEX (${index})
            WHERE ${where} AND seq > ? AND seq <= ?${beyond} ${order}`
      )
      const rows = await session.read<object>(
        parts.length === 1
          ? parts[0]!
          : `${parts.map((sql) => `(${sql})`).join(' UNION ALL ')} ${order}`,
        ranges.flatMap(({ values }) => [...values, above, ...bound])
      )
      return rows.map((row) => EVENTS.entityOf(row))
    },
  }
}

/** One event, with the place of its entry. */
export function findEvent(session: SqlReader, id: string): Promise<StoredEvent | null> {
  return EVENTS.first(session, 'WHERE id = ?', [id])
}
