import type { SqlBatchReader } from '#app/storage/database'
import type { PostRequest } from '../core/requests.ts'
import { balanceKey, emptyState, type RealmState } from '../core/state.ts'
import { SYSTEM_PATHS } from '../core/system_paths.ts'
import { USD, type LedgerObject } from '../core/terms.ts'
import {
  loadFeeObjects,
  loadHolds,
  loadObjectsById,
  loadOperations,
  lockHeads,
  missingFeePaths,
  namedOf,
  objectIdsOf,
} from './journal_loader.ts'
import type { JournalGroup } from './journal_rows.ts'
import { loadLimits } from './limit_rows.ts'
import { addNamed, type NamedRow } from './named_loader.ts'
import { loadBalancesOf } from './party_loader.ts'
import { loadReversed } from './reversal_rows.ts'
import { wantedByRealm, type Wanted } from './wanted.ts'

/** What is known of a realm after its newest group. */
export interface KnownRealm {
  /**
   * The objects and balances that this group and the ones before it have looked at. They change
   * only with the head.
   */
  readonly known: RealmState
  /** When the oldest of what is known was read, in milliseconds of this process. */
  readonly since: number
  /** The operations that have taken a step since then. */
  readonly stepped: Set<string>
}

/**
 * Predicts the state for a group. Takes requests of one realm, and what is known of it after the
 * group before them, which may still be on its way to the database; what the group before that one
 * has written must be committed. Returns what `loadStates` would return once that group is
 * committed, as long as no other process posts to the realm; see `areHeads`. It locks nothing, and
 * asks nothing for what is known: the database cannot show yet what the group before has touched.
 * The state has what transfers, holds, postings and reversals look at and no more.
 *
 * @param looksUp whether it finds out which operation paths are used, and reads what requests have seen; without
 *   it only the paths of the group before are known, and the unique key refuses the others when they are written
 */
export async function loadAhead(
  session: SqlBatchReader,
  requests: readonly PostRequest[],
  outlook: KnownRealm,
  looksUp: boolean
): Promise<RealmState> {
  const before = outlook.known
  const { realmId, head } = before
  const state = emptyState(realmId, head && { ...head })
  const states = new Map([[realmId, state]])
  const wanted = wantedByRealm(requests).get(realmId)!
  for (const path of wanted.operationPaths) {
    const operation = before.operationsByPath.get(path)
    if (operation) state.operationsByPath.set(path, operation)
    if (operation ?? !looksUp) wanted.operationPaths.delete(path)
  }
  takeOperations(before, state, wanted)
  if (!looksUp) takeSeen(outlook, state, wanted)
  takeObjects(before, state, wanted.objectPaths)
  for (const path of state.objectsByPath.keys()) {
    // One object stays, because without a row nothing tells whether a path is used.
    if (!looksUp || path !== SYSTEM_PATHS.fees) wanted.objectPaths.delete(path)
  }
  const balanced = await loadWanted(session, states, wanted)
  await loadNamedByOperations(session, { states, wanted, before })
  takeObjects(before, state, missingFeePaths(state))
  await loadFeeObjects(session, states)
  const others: string[] = []
  for (const id of state.objectsById.keys()) {
    const balance = before.balances.get(balanceKey(id, USD))
    if (balance) state.balances.set(balanceKey(id, USD), balance)
    const limited = before.limited.get(id)
    if (limited) state.limited.set(id, limited)
    if (!before.objectsById.has(id) && !balanced.has(id)) others.push(id)
  }
  await loadLimits(session, states)
  await loadBalancesOf(session, states, others, 'look')
  return state
}

/** @returns the ids of objects whose balances are loaded */
async function loadWanted(
  session: SqlBatchReader,
  states: Map<string, RealmState>,
  wanted: Wanted
): Promise<ReadonlySet<string>> {
  const wants = new Map([...states.keys()].map((realmId) => [realmId, wanted]))
  if (wanted.objectPaths.size === 0) {
    await loadOperations(session, wants, states, false)
    return new Set()
  }
  const [named] = await session.readTogether([namedOf(wants)])
  const { isUsed, balanced } = addNamed(states, named as NamedRow[])
  await loadOperations(session, wants, states, isUsed)
  return balanced
}

/** The objects and holds of operations that are named, and what was reversed of them. */
async function loadNamedByOperations(
  session: SqlBatchReader,
  {
    states,
    wanted,
    before,
  }: { states: Map<string, RealmState>; wanted: Wanted; before: RealmState }
) {
  const state = states.get(before.realmId)!
  for (const id of objectIdsOf(state, wanted)) {
    const object = before.objectsById.get(id)
    if (object) takeObject(state, object)
  }
  const wants = new Map([[before.realmId, wanted]])
  await loadObjectsById(session, wants, states)
  await loadReversed(session, wants, states)
  await loadHolds(session, states)
}

/** Takes what the group before has touched of the operations that are named. */
function takeOperations(from: RealmState, into: RealmState, wanted: Wanted) {
  for (const id of wanted.operationIds) {
    const operation = from.operationsById.get(id)
    if (!operation) continue
    into.operationsById.set(id, operation)
    into.operationsByPath.set(operation.path, operation)
    into.holds.set(id, from.holds.get(id) ?? [])
    wanted.operationIds.delete(id)
  }
  for (const id of wanted.reversedOf) {
    const reversed = from.reversed.get(id)
    if (!reversed) continue
    into.reversed.set(id, reversed)
    wanted.reversedOf.delete(id)
  }
}

/**
 * Takes operations as the requests have brought them, if they were read since the outlook began and have taken
 * no step since: then no reading can find them otherwise, because what changes them would be another head.
 */
function takeSeen({ since, stepped }: KnownRealm, into: RealmState, wanted: Wanted) {
  for (const { operation, after } of wanted.seen.values()) {
    const { id, path } = operation
    if (!wanted.operationIds.has(id) || after < since || stepped.has(id)) continue
    into.operationsById.set(id, operation)
    into.operationsByPath.set(path, operation)
    wanted.operationIds.delete(id)
  }
}

function takeObjects(from: RealmState, into: RealmState, paths: Iterable<string>) {
  for (const path of paths) {
    const object = from.objectsByPath.get(path)
    if (object) takeObject(into, object)
  }
}

function takeObject(into: RealmState, object: LedgerObject) {
  if (object.status !== 'deleted') into.objectsByPath.set(object.path, object)
  into.objectsById.set(object.id, object)
}

/**
 * Locks the heads of realms, and answers whether each is exactly what its group makes it. Its time
 * counts too: `closeTime` may have moved it without a posting, and then no group may be committed
 * before that time.
 */
export async function areHeads(
  session: SqlBatchReader,
  groups: readonly JournalGroup[]
): Promise<boolean> {
  const heads = await lockHeads(
    session,
    groups.map(({ realmId }) => realmId)
  )
  return groups.every(({ realmId, seqTo, committedAt, hash }) => {
    const head = heads.get(realmId) ?? null
    return (
      head !== null &&
      head.seq === seqTo &&
      head.hash === hash &&
      head.committedAt === committedAt &&
      head.closedBy === null
    )
  })
}
