import { toRfc3339 } from '#app/clock/timestamp'
import type { CommittedEvent } from '#app/extension/event_listener'
import type { SqlReader } from '#app/storage/database'
import { EVENTS, type StoredEvent } from './history_reader.ts'

/** A place among the events of a realm. */
export interface EventPlace {
  seq: number
  no: number
}

/** Events of a realm after a place, in the order in which they were committed. */
export async function eventsAfter(
  session: SqlReader,
  realmId: string,
  { seq, no }: EventPlace,
  limit: number
): Promise<CommittedEvent[]> {
  const events = await EVENTS.all(
    session,
    `WHERE realm_id = ? AND (seq > ? OR (seq = ? AND event_no > ?))
      ORDER BY seq, event_no LIMIT ${limit}`,
    [realmId, seq, seq, no]
  )
  return events.map(toCommittedEvent)
}

/** Which of these events are in a journal. */
export async function committedAmong(
  session: SqlReader,
  ids: readonly string[]
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await session.read<{ id: string }>('SELECT id FROM events WHERE id IN (?)', [ids])
  return new Set(rows.map(({ id }) => id))
}

function toCommittedEvent(event: StoredEvent): CommittedEvent {
  const { seq: sequence, eventNo, objectId, createdAt, ...rest } = event
  return { ...rest, sequence, eventNo, createdAt: toRfc3339(createdAt) }
}
