import { isReservedPath } from '#app/paths/path'
import { emptyPosting, refuse, type Decision } from './decision.ts'
import { withoutOperation, small, type PlainRequest } from './request_kind.ts'
import { balanceKey, type RealmState } from './state.ts'

/** Closes the realm; its journal stays. */
export interface CloseRealmRequest extends PlainRequest<'close_realm'> {
  asset: 'paper' | 'live'
  actor: { type: string; id: string }
  ids: { event: string }
}

export const CLOSE_REALM = withoutOperation<CloseRealmRequest>({
  decide: decideCloseRealm,
  reads: ({ asset }) => ({ heldValue: asset === 'live' }),
  bytes: small,
})

/**
 * Closes a realm's journal for ever: its entry is the last one. A realm with real money in it stays
 * open; a paper realm is closed with what it holds.
 */
export function decideCloseRealm(
  state: RealmState,
  { realmId, asset, actor, ids, jobs }: CloseRealmRequest
): Decision {
  if (asset === 'live' && holdsValue(state)) return refuse('REALM_NOT_EMPTY')
  const posting = emptyPosting('delete', `${actor.type}:${actor.id}`, 'committed')
  posting.closes = { realmId, by: ids.event }
  posting.events = [
    {
      id: ids.event,
      type: 'realm.deleted',
      objectId: null,
      objectPath: null,
      payload: JSON.stringify({ realmId }),
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/**
 * Whether a caller's object held value when the group began, or got some from an earlier request of
 * the group. A request of this group that emptied the realm is not seen; the caller then asks
 * again.
 */
function holdsValue(state: RealmState): boolean {
  if (state.heldValue) return true
  return [...state.objectsById.values()].some((object) => {
    if (isReservedPath(object.path)) return false
    const balance = state.balances.get(balanceKey(object.id, object.denomination))
    return balance !== undefined && Object.values(balance).some((amount: bigint) => amount !== 0n)
  })
}
