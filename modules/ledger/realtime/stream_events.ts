import { sqlToMicros, sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import { StreamEvent, type StreamEventHead } from '#app/extension/realtime_topic'
import { derivedId } from '#app/ids/ids'
import type { WatchPart, WatchedEvent } from '../extension/watch_part.ts'
import type { Operation } from '../core/terms.ts'
import { presentEvent } from '../http/present_event.ts'
import { presentBalance, presentObject, presentOperation } from '../http/presenters.ts'
import type { StoredEvent } from '../storage/history_reader.ts'
import type { JournalChange } from '../storage/tail_changes.ts'
import type { ObjectBalance } from '../storage/object_reader.ts'
import type { ShownObjectRow } from '../storage/rows.ts'

/** How a connection is told the journal's changes. */

export function operationEvent(
  operation: Operation,
  { seq, created }: { seq: number; created: boolean }
): StreamEvent {
  const { id, realmId, path, updatedAt } = operation
  const type = created ? 'operation.created' : 'operation.updated'
  const head = {
    type,
    realmId,
    entityId: id,
    entityPath: path,
    eventId: streamId(updatedAt, `${type}:${id}:${seq}`),
    correlationId: id,
    sequence: seq,
    timestamp: toRfc3339(updatedAt),
  }
  return new StreamEvent(head, { operation: presentOperation(operation) })
}

export function balanceEvent(
  object: ShownObjectRow,
  balances: readonly ObjectBalance[],
  change: JournalChange
): StreamEvent {
  const { id: objectId, path } = object
  return new StreamEvent(headOf('balance.updated', object, change), {
    balance: { objectId, path, objectPath: path, balances: balances.map(presentBalance) },
  })
}

export function objectEvent(event: StoredEvent, object: ShownObjectRow): StreamEvent {
  return new StreamEvent(headOfEvent(event), { object: presentObject(object) })
}

/** An event for connections that listen to its type. */
export function eventEvent(event: StoredEvent): StreamEvent {
  return new StreamEvent(headOfEvent(event), { event: presentEvent(event) })
}

/** An event of a module's part, after its preview if it has one. */
export function watchedEvents(watched: WatchedEvent, event: StoredEvent): StreamEvent[] {
  const payload = JSON.parse(event.payload) as Record<string, unknown>
  const named = (field: string) => (typeof payload[field] === 'string' ? payload[field] : null)
  const head = {
    ...headOfEvent(event),
    entityId: named(watched.entity),
    correlationId: named(watched.correlation),
  }
  const frame = (type: string, eventId: string) =>
    new StreamEvent({ ...head, type, eventId }, { [watched.field]: payload })
  const recorded = frame(watched.type, event.id)
  const { previewedAs } = watched
  if (previewedAs === undefined) return [recorded]
  // The preview has an id of its own: a client that drops ids it has seen must not drop the record.
  const previewId = streamId(event.createdAt, `${previewedAs}:${event.id}`)
  return [frame(previewedAs, previewId), recorded]
}

export function partEvent(
  update: NonNullable<WatchPart['update']>,
  object: ShownObjectRow,
  state: unknown,
  change: JournalChange
): StreamEvent {
  return new StreamEvent(headOf(update.type, object, change), { [update.field]: state })
}

function headOf(type: string, object: ShownObjectRow, change: JournalChange): StreamEventHead {
  const { id, path } = object
  const { realmId, to, committedAt } = change
  return {
    type,
    realmId,
    entityId: id,
    entityPath: path,
    eventId: streamId(sqlToMicros(committedAt), `${type}:${id}:${to}`),
    correlationId: null,
    sequence: to,
    timestamp: sqlToRfc3339(committedAt),
  }
}

function headOfEvent(event: StoredEvent): StreamEventHead {
  return {
    type: event.type,
    realmId: event.realmId,
    entityId: event.objectId ?? event.operationId,
    entityPath: event.objectPath ?? event.operationPath,
    eventId: event.id,
    correlationId: event.operationId,
    sequence: event.seq,
    timestamp: toRfc3339(event.createdAt),
  }
}

/**
 * The id is derived from what it tells, so that a client that connects again knows what it has
 * seen.
 */
function streamId(micros: number, seed: string): string {
  return derivedId('evt', Math.floor(micros / 1000), `stream:${seed}`)
}
