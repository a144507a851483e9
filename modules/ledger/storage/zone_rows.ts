import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { SqlParameter, SqlReader, SqlValue } from '#app/storage/database'
import { pathsBelow } from '#app/storage/path_range'
import type { PostedEntry } from '../core/apply.ts'
import { pathAndAncestors } from '../core/isolation.ts'
import type { PostRequest } from '../core/requests.ts'
import type { RealmState } from '../core/state.ts'
import type { IsolationZone } from '../core/terms.ts'

export interface ZoneRow {
  id: string
  realm_id: string
  path: string
  boundary_id: string
  created_at: string
}

export const ZONE_COLUMNS = 'id, realm_id, path, boundary_id, created_at'

export function toZone(row: ZoneRow): IsolationZone {
  return {
    id: row.id,
    realmId: row.realm_id,
    path: row.path,
    boundaryId: row.boundary_id,
    createdAt: sqlToMicros(row.created_at),
  }
}

/** Where requests create or declare something: the place whose zones decide. */
function placeOf(request: PostRequest): string | null {
  if (request.kind === 'create_object') return request.object.path
  if (request.kind === 'declare_zone') return request.zone.path
  return null
}

/**
 * Takes: the requests of a group, after the heads are locked. Loads the zones at or above every path
 * that is created or declared, and who is in the way of new zones. Two statements at most, none for
 * a group that only moves value.
 */
export async function loadZones(
  session: SqlReader,
  requests: readonly PostRequest[],
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  const pathsByRealm = new Map<string, Set<string>>()
  for (const request of requests) {
    const place = placeOf(request)
    if (place === null) continue
    const paths = pathsByRealm.get(request.realmId) ?? new Set()
    for (const path of pathAndAncestors(place)) paths.add(path)
    pathsByRealm.set(request.realmId, paths)
  }
  if (pathsByRealm.size === 0) return
  const values: SqlParameter[] = []
  for (const [realmId, paths] of pathsByRealm) values.push(realmId, [...paths])
  const where = Array.from(pathsByRealm, () => '(realm_id = ? AND path IN (?))').join(' OR ')
  const rows = await session.read<ZoneRow>(
    `SELECT ${ZONE_COLUMNS} FROM isolation_zones WHERE ${where}`,
    values
  )
  for (const row of rows) states.get(row.realm_id)!.zonesByPath.set(row.path, toZone(row))
  await loadOccupants(session, requests, states)
}

/** One range seek per path that is to become a zone, all in one statement. */
async function loadOccupants(
  session: SqlReader,
  requests: readonly PostRequest[],
  states: ReadonlyMap<string, RealmState>
) {
  const places = new Map<string, { realmId: string; path: string }>()
  for (const request of requests) {
    if (request.kind !== 'declare_zone') continue
    const { realmId, zone } = request
    places.set(`${realmId}${zone.path}`, { realmId, path: zone.path })
  }
  if (places.size === 0) return
  const wanted = [...places.values()]
  // Each request of the group may delete one of them before the zone is decided.
  const enough = requests.length + 1
  const values = wanted.flatMap(({ realmId, path }, index): SqlValue[] => {
    const { from, before } = pathsBelow(path)
    return [index, realmId, path, from, before]
  })
  const rows = await session.read<{ place: number; id: string }>(
    wanted
      .map(
        () => `(SELECT ? AS place, id FROM objects
                 WHERE realm_id = ? AND active_key = '' AND (path = ? OR (path >= ? AND path < ?))
                 LIMIT ${enough})`
      )
      .join(' UNION ALL '),
    values
  )
  for (const { place, id } of rows) {
    const { realmId, path } = wanted[Number(place)]!
    const { occupants } = states.get(realmId)!
    occupants.set(path, [...(occupants.get(path) ?? []), id])
  }
}

/** Columns and rows of the zones an entry declares. */
export const NEW_ZONE_COLUMNS = ['id', 'realm_id', 'path', 'boundary_id', 'created_at'] as const

export function newZoneRows({ posting }: PostedEntry): SqlValue[][] {
  return posting.newZones.map((zone) => [
    zone.id,
    zone.realmId,
    zone.path,
    zone.boundaryId,
    toSqlDatetime(zone.createdAt),
  ])
}
