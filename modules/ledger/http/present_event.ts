import { toRfc3339 } from '#app/clock/timestamp'
import type { StoredEvent } from '../storage/history_reader.ts'

export function presentEvent(event: StoredEvent) {
  const { id, realmId, operationId, operationPath, objectPath, type, payload } = event
  return {
    id,
    realmId,
    operationId,
    operationPath,
    objectPath,
    type,
    /** The object's path when the event concerns an object, else the operation's. */
    path: objectPath ?? operationPath,
    payload,
    createdAt: toRfc3339(event.createdAt),
  }
}
