import type { Micros } from '#app/clock/clock'
import { emptyPosting, type Decision } from './decision.ts'
import { withoutOperation, small, type PlainRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { systemObject } from './system_object.ts'
import { SYSTEM_PATHS } from './system_paths.ts'
import type { RealmDraft } from './terms.ts'

export interface OpenRealmRequest extends PlainRequest<'open_realm'> {
  realm: RealmDraft
  actor: { type: string; id: string }
  ids: { external: string; fees: string; event: string }
  boundaryId: string
}

export const OPEN_REALM = withoutOperation<OpenRealmRequest>({
  decide: decideOpenRealm,
  reads: () => ({}),
  bytes: small,
})

/** Opens a realm's journal with the realm row, its system objects and `realm.created`. */
export function decideOpenRealm(
  state: RealmState,
  { realm, actor, ids, boundaryId, jobs }: OpenRealmRequest,
  now: Micros
): Decision {
  // Realm ids are made fresh for each request: an open journal means that this very request was
  // committed by an attempt whose answer was lost.
  if (state.head !== null) return { kind: 'opened_before', openedAt: state.head.committedAt }
  const system = (id: string, path: string) =>
    systemObject({ id, realmId: realm.id, path, boundaryId }, now)
  const posting = emptyPosting('create', `${actor.type}:${actor.id}`, 'committed')
  posting.realm = realm
  posting.newObjects = [
    system(ids.external, SYSTEM_PATHS.external),
    system(ids.fees, SYSTEM_PATHS.fees),
  ]
  posting.events = [
    {
      id: ids.event,
      type: 'realm.created',
      objectId: null,
      objectPath: null,
      payload: JSON.stringify({ realmId: realm.id, asset: realm.asset }),
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}
