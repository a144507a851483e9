import type { SqlParameter, SqlReader, SqlValue } from '#app/storage/database'
import { pathsBelow } from '#app/storage/path_range'
import { Table, text, time } from '#app/storage/table'
import type { PostedEntry } from '../core/apply.ts'
import { pathAndAncestors } from '../core/isolation.ts'
import type { RealmState } from '../core/state.ts'
import type { IsolationZone } from '../core/terms.ts'
import type { WantedByRealm } from './wanted.ts'

export const ZONES = new Table<IsolationZone>('isolation_zones', {
  id: text(),
  realmId: text(),
  path: text(),
  boundaryId: text(),
  createdAt: time(),
})

/**
 * Loads the zones at or above every path that is created or declared, and the objects that stand in
 * the way of new zones. It takes two statements at most, and none for a group that only moves
 * value. Call it with the heads locked.
 */
export async function loadZones(
  session: SqlReader,
  wanted: WantedByRealm,
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  const values: SqlParameter[] = []
  for (const [realmId, { zonesAbove }] of wanted) {
    if (zonesAbove.size === 0) continue
    values.push(realmId, [...new Set([...zonesAbove].flatMap(pathAndAncestors))])
  }
  if (values.length === 0) return
  const where = Array.from({ length: values.length / 2 }, () => '(realm_id = ? AND path IN (?))')
  const zones = await ZONES.all(session, `WHERE ${where.join(' OR ')}`, values)
  for (const zone of zones) states.get(zone.realmId)!.zonesByPath.set(zone.path, zone)
  await loadOccupants(session, wanted, states)
}

/** One range seek per path that is to become a zone, all in one statement. */
async function loadOccupants(
  session: SqlReader,
  wanted: WantedByRealm,
  states: ReadonlyMap<string, RealmState>
) {
  const places = [...wanted].flatMap(([realmId, { occupantsOf, requests }]) =>
    // Each request of the realm may delete one of them before the zone is decided.
    Array.from(occupantsOf, (path) => ({ realmId, path, enough: requests + 1 }))
  )
  if (places.length === 0) return
  const values = places.flatMap(({ realmId, path, enough }, index): SqlValue[] => {
    const { from, before } = pathsBelow(path)
    return [index, realmId, path, from, before, enough]
  })
  const rows = await session.read<{ place: number; id: string }>(
    places
      .map(
        () => `(SELECT ? AS place, id FROM objects
                 WHERE realm_id = ? AND active_key = '' AND (path = ? OR (path >= ? AND path < ?))
                 LIMIT ?)`
      )
      .join(' UNION ALL '),
    values
  )
  for (const { place, id } of rows) {
    const { realmId, path } = places[Number(place)]!
    const { occupants } = states.get(realmId)!
    occupants.set(path, [...(occupants.get(path) ?? []), id])
  }
}

/** The rows of the zones that an entry declares. */
export function newZoneRows({ posting }: PostedEntry): SqlValue[][] {
  return posting.newZones.map((zone) => ZONES.valuesOf(zone))
}
