import { sqlToMicros, sqlToRfc3339 } from '#app/clock/timestamp'
import type { StreamEventHead } from '#app/extension/realtime_topic'
import { derivedId } from '#app/ids/ids'
import type { LiveView } from './live_view.ts'

/**
 * The head of an event that shows a view. Its id is derived from what the view shows and how often
 * that has changed.
 */
export function viewHead(
  view: LiveView,
  entity: Pick<StreamEventHead, 'type' | 'realmId' | 'entityId' | 'entityPath'>
): StreamEventHead {
  const { seq: sequence, committedAt, version } = view
  const seed = `${entity.type}:${entity.entityId}:${sequence}:${version}`
  return {
    ...entity,
    eventId: derivedId('evt', Math.floor(sqlToMicros(committedAt) / 1000), seed),
    correlationId: null,
    sequence,
    timestamp: sqlToRfc3339(committedAt),
  }
}
