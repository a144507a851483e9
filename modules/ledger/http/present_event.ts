import type { EventView } from '../storage/history_views.ts'

export function presentEvent(event: EventView): EventView {
  const { id, realmId, operationId, operationPath, objectPath, type, path, payload, createdAt } =
    event
  return { id, realmId, operationId, operationPath, objectPath, type, path, payload, createdAt }
}
