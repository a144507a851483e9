import { toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import { labelsText, parseLabels } from '../core/labels.ts'
import type { PostRequest } from '../core/requests.ts'
import type { RealmState } from '../core/state.ts'

/**
 * Takes: the requests of a group, after the heads are locked, so that no merge is lost. Loads the
 * labels of the objects that are to be labelled; no statement when there are none.
 */
export async function loadLabels(
  session: SqlReader,
  requests: readonly PostRequest[],
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  const realmOf = new Map<string, string>()
  for (const request of requests) {
    if (request.kind !== 'label_object') continue
    // Only objects of the request's own realm were loaded.
    if (states.get(request.realmId)!.objectsById.has(request.objectId)) {
      realmOf.set(request.objectId, request.realmId)
    }
  }
  if (realmOf.size === 0) return
  const rows = await session.read<{ object_id: string; labels: string | null }>(
    'SELECT object_id, labels FROM object_labels WHERE object_id IN (?)',
    [[...realmOf.keys()]]
  )
  for (const { object_id: id, labels } of rows) {
    states.get(realmOf.get(id)!)!.labels.set(id, parseLabels(labels))
  }
}

export const LABEL_COLUMNS = ['object_id', 'labels', 'updated_at'] as const

/** All labels of the objects an entry labels; null when it removed the last one. */
export function labelRows({ posting, committedAt }: PostedEntry): SqlValue[][] {
  return posting.changedLabels.map(({ objectId, labels }) => [
    objectId,
    labelsText(labels),
    toSqlDatetime(committedAt),
  ])
}
