import type { Micros } from '#app/clock/clock'
import { defaultBoundaryId } from './boundaries.ts'
import { emptyPosting, refuse, type Decision } from './decision.ts'
import { isOccupied, lengthOfPathAndAncestors } from './isolation.ts'
import { withoutOperation, type PlainRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { systemObject } from './system_object.ts'
import { feeObjectPath } from './system_paths.ts'

/** Makes a path an isolation zone with a custody boundary of its own. */
export interface DeclareZoneRequest extends PlainRequest<'declare_zone'> {
  zone: { id: string; path: string; boundaryId: string }
  /** Id for the object that collects the fees of the boundary. */
  feesId: string
  actor: { type: string; id: string }
  ids: { event: string }
}

export const DECLARE_ZONE = withoutOperation<DeclareZoneRequest>({
  decide: decideDeclareZone,
  reads: ({ zone: { path } }) => ({ zonesAbove: [path], occupantsOf: [path] }),
  bytes: ({ zone }) => lengthOfPathAndAncestors(zone.path),
})

/**
 * Declares a path an isolation zone, with the object that collects the fees of its boundary. A zone
 * at the path is the answer. Otherwise no object may hold the path or one below it, since the
 * boundary of an object never changes.
 */
export function decideDeclareZone(
  state: RealmState,
  { realmId, zone, feesId, actor, ids, jobs }: DeclareZoneRequest,
  now: Micros
): Decision {
  const known = state.zonesByPath.get(zone.path)
  if (known) return { kind: 'zone_declared_before', zone: known }
  if (isOccupied(state, zone.path)) {
    return refuse('CONFLICT', {
      message: `An object stands at ${zone.path} or below it.`,
      next: 'Declare zones before their objects are made, or choose a path nothing stands at.',
    })
  }

  const { boundaryId } = zone
  const posting = emptyPosting('create', `${actor.type}:${actor.id}`, 'committed')
  posting.newZones = [{ ...zone, realmId, createdAt: now }]
  const path = feeObjectPath(boundaryId, defaultBoundaryId(realmId))
  posting.newObjects = [systemObject({ id: feesId, realmId, path, boundaryId }, now)]
  posting.events = [
    {
      id: ids.event,
      type: 'boundary.declared',
      objectId: null,
      objectPath: zone.path,
      payload: JSON.stringify({ zoneId: zone.id, boundaryId, path: zone.path }),
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}
