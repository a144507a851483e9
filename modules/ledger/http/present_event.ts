import type { EventView } from '#modules/ledger/storage/history_views'

export function presentEvent(event: EventView): EventView {
  const { id, realmId, operationId, operationPath, objectPath, type, path, payload, createdAt } =
    event
  return { id, realmId, operationId, operationPath, objectPath, type, path, payload, createdAt }
}
