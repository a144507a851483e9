import { toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import { labelsText, parseLabels } from '../core/labels.ts'
import type { RealmState } from '../core/state.ts'
import type { WantedByRealm } from './wanted.ts'

/**
 * Loads the labels of the objects that are to be labelled; no statement when there are none. Call
 * it with the heads locked, so that no merge is lost, and with these objects loaded.
 */
export async function loadLabels(
  session: SqlReader,
  wanted: WantedByRealm,
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  const realmOf = new Map<string, string>()
  for (const [realmId, { labelsOf }] of wanted) {
    const { objectsById } = states.get(realmId)!
    // Only objects of the request's own realm were loaded.
    for (const id of labelsOf) if (objectsById.has(id)) realmOf.set(id, realmId)
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

/** All labels of the objects that an entry labels; null when it removed the last one. */
export function labelRows({ posting, committedAt }: PostedEntry): SqlValue[][] {
  return posting.changedLabels.map(({ objectId, labels }) => [
    objectId,
    labelsText(labels),
    toSqlDatetime(committedAt),
  ])
}
