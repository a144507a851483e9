import type { SqlBatchReader, SqlReader } from '#app/storage/database'
import type { PostRequest } from '../core/requests.ts'
import { balanceKey, emptyState, type RealmState } from '../core/state.ts'
import { USD } from '../core/terms.ts'
import {
  loadFeeObjects,
  loadObjects,
  loadOperations,
  lockHead,
  missingFeePaths,
} from './journal_loader.ts'
import type { JournalGroup } from './journal_rows.ts'
import { loadBalancesOf } from './party_loader.ts'
import { wantedByRealm } from './wanted.ts'

/**
 * Predicts the state for a group. Takes transfers of one realm, and the state that the group before
 * them leaves, which is being written at this moment and holds the realm's lock. Returns what
 * `loadStates` would return once that group is committed, as long as no other process posts to the
 * realm; see `isHead`. It locks nothing. What the previous group has touched is taken from its
 * state, because the database cannot show it yet. Only what the transfers look at is taken over, so
 * that states do not grow from group to group.
 */
export async function loadAhead(
  session: SqlReader,
  requests: readonly PostRequest[],
  before: RealmState
): Promise<RealmState> {
  const { realmId, head } = before
  const state = emptyState(realmId, head && { ...head })
  const states = new Map([[realmId, state]])
  const wanted = wantedByRealm(requests).get(realmId)!
  for (const path of wanted.operationPaths) {
    const operation = before.operationsByPath.get(path)
    if (!operation) continue
    state.operationsByPath.set(path, operation)
    wanted.operationPaths.delete(path)
  }
  takeObjects(before, state, wanted.objectPaths)
  for (const path of state.objectsByPath.keys()) wanted.objectPaths.delete(path)
  const wants = new Map([[realmId, wanted]])
  await loadOperations(session, wants, states)
  await loadObjects(session, wants, states)
  takeObjects(before, state, missingFeePaths(state))
  await loadFeeObjects(session, states)
  const added: string[] = []
  for (const id of state.objectsById.keys()) {
    if (!before.objectsById.has(id)) added.push(id)
    const balance = before.balances.get(balanceKey(id, USD))
    if (balance) state.balances.set(balanceKey(id, USD), balance)
  }
  await loadBalancesOf(session, states, added, 'look')
  return state
}

function takeObjects(from: RealmState, into: RealmState, paths: Iterable<string>) {
  for (const path of paths) {
    const object = from.objectsByPath.get(path)
    if (!object) continue
    into.objectsByPath.set(path, object)
    into.objectsById.set(object.id, object)
  }
}

/**
 * Locks the realm's head, and answers whether it is exactly what this group makes it. Its time
 * counts too: `closeTime` may have moved it without a posting, and then no group may be committed
 * before that time.
 */
export async function isHead(
  session: SqlBatchReader,
  { realmId, seqTo, committedAt, hash }: JournalGroup
): Promise<boolean> {
  const head = await lockHead(session, realmId)
  return (
    head !== null &&
    head.seq === seqTo &&
    head.hash === hash &&
    head.committedAt === committedAt &&
    head.closedBy === null
  )
}
