import type { SqlParameter, SqlReader } from '#app/storage/database'
import type { FeedPlace } from '#modules/ledger/storage/feed_scope'
import { headSeq, objectsUnder } from '#modules/ledger/storage/feed_scope'
import type { EventRow } from '#modules/ledger/storage/history_reader'
import { isUnder } from '#modules/ledger/storage/operation_filter'
import { readCounts, sumOf } from '#modules/ledger/storage/realm_counts'
import type { WalkSource } from '#app/storage/walk'

export interface EventFilter {
  realmId: string
  type?: string
  /** Prefix of the path of the object an event concerns. */
  objectPath?: string
}

export interface NumberedEventRow extends EventRow {
  event_no: number
}

const COLUMNS = `id, realm_id, seq, event_no, type, operation_id, operation_path, object_id,
  object_path, payload, created_at`

/** One realm's events from the newest to the oldest, at one cut of its journal. */
export async function openEventFeed(session: SqlReader, filter: EventFilter, cutSeq?: number) {
  const { realmId, type } = filter
  const objectPath = filter.objectPath === '/' ? undefined : filter.objectPath
  const cut = cutSeq ?? (await headSeq(session, realmId))
  const objects = await objectsUnder(session, realmId, objectPath)
  const ranges = rangesOf(realmId, type, objects)
  const fits = (event: EventRow) =>
    (type === undefined || event.type === type) &&
    (objectPath === undefined || isUnder(objectPath, event.object_path))
  return {
    cut,
    source: eventSource(session, ranges, cut),
    /** null when the ranges hold nothing else. */
    fits: objectPath === undefined || (objects && type === undefined) ? null : fits,
    /** How many there are, where that is kept. */
    keptCount: async () =>
      objectPath === undefined
        ? sumOf(
            await readCounts(session, realmId),
            'event',
            type === undefined ? undefined : [type]
          )
        : null,
  }
}

function rangesOf(realmId: string, type: string | undefined, objects: string[] | null) {
  if (objects) {
    return objects.map((id) =>
      range('events_object', 'realm_id = ? AND object_id = ?', realmId, id)
    )
  }
  return type === undefined
    ? [range('PRIMARY', 'realm_id = ?', realmId)]
    : [range('events_type', 'realm_id = ? AND type = ?', realmId, type)]
}

function range(index: string, where: string, ...values: SqlParameter[]) {
  return { index, where, values }
}

function eventSource(
  session: SqlReader,
  ranges: ReturnType<typeof rangesOf>,
  cut: number
): WalkSource<NumberedEventRow, FeedPlace> {
  return {
    placeOf: ({ seq, event_no: no }) => ({ seq: Number(seq), no }),
    async read(after, count) {
      if (ranges.length === 0) return []
      const order = `ORDER BY seq DESC, event_no DESC LIMIT ${count}`
      const beyond = after ? ' AND (seq < ? OR event_no < ?)' : ''
      const bound = after ? [after.seq, after.seq, after.no] : [cut]
      const parts = ranges.map(
        ({ index, where }) =>
          `SELECT ${COLUMNS} FROM events FORCE INDEX (${index})
            WHERE ${where} AND seq <= ?${beyond} ${order}`
      )
      return session.read<NumberedEventRow>(
        parts.length === 1
          ? parts[0]!
          : `${parts.map((sql) => `(${sql})`).join(' UNION ALL ')} ${order}`,
        ranges.flatMap(({ values }) => [...values, ...bound])
      )
    },
  }
}

/** One event, with the place of its entry. */
export async function findEvent(session: SqlReader, id: string): Promise<NumberedEventRow | null> {
  const [row] = await session.read<NumberedEventRow>(`SELECT ${COLUMNS} FROM events WHERE id = ?`, [
    id,
  ])
  return row ?? null
}
