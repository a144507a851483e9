import type { SqlReader } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import type { RealmState } from '../core/state.ts'
import type { WantedByRealm } from './wanted.ts'

/**
 * Loads the newest changes of the objects where they are looked at; no statement when there are none. A request is repeated within seconds, when its answer was lost, so that its change
 * is among them if it was stored. Call it with the heads locked, and with these objects loaded.
 */
export async function loadChanges(
  session: SqlReader,
  wanted: WantedByRealm,
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  for (const [realmId, { changesOf }] of wanted) {
    const { objectsById, changes } = states.get(realmId)!
    for (const objectId of changesOf) {
      if (!objectsById.has(objectId)) continue
      const rows = await session.read<{ id: string }>(
        `SELECT id FROM deltas WHERE object_id = ?
          ORDER BY seq DESC LIMIT ${LEDGER_LIMITS.knownChanges}`,
        [objectId]
      )
      for (const { id } of rows) changes.set(id, objectId)
    }
  }
}
