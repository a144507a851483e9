import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { eventPaths } from './event_access.ts'
import { pathGate } from './operation_access.ts'
import type { StoredEvent } from '../storage/history_reader.ts'
import type { DeltaView } from '../storage/history_views.ts'

/**
 * The part of an operation's history that its reader may see. A caller who may read a transfer by
 * one of its sides must not learn from its deltas what the other side holds.
 */
export function visibleHistory(access: AccessControl, principal: Principal) {
  const mayEvent = pathGate(access, principal, 'svc:ReadEvent')
  const mayDelta = pathGate(access, principal, 'svc:ReadDelta')
  return (events: readonly StoredEvent[], deltas: readonly DeltaView[]) => ({
    events: events.filter((event) => mayEvent(eventPaths(event))),
    deltas: deltas.filter(({ objectPath }) => mayDelta([objectPath])),
  })
}
