import { toSqlDatetime } from '#app/clock/timestamp'
import type { Query, SqlBatchReader } from '#app/storage/database'
import type { PostRequest } from '../core/requests.ts'
import { balanceKey, emptyState, type RealmState } from '../core/state.ts'
import { SYSTEM_PATHS } from '../core/system_paths.ts'
import { USD } from '../core/terms.ts'
import {
  loadFeeObjects,
  loadOperations,
  lockHead,
  missingFeePaths,
  namedOf,
} from './journal_loader.ts'
import type { JournalGroup } from './journal_rows.ts'
import { loadLimits } from './limit_rows.ts'
import { addNamed, type NamedRow } from './named_loader.ts'
import { loadBalancesOf } from './party_loader.ts'
import { wantedByRealm } from './wanted.ts'

/**
 * Predicts the state for a group. Takes transfers of one realm, and the state that the group before
 * them leaves, which is being written at this moment. What the group before that one has written
 * must be committed. Returns what
 * `loadStates` would return once that group is committed, as long as no other process posts to the
 * realm; see `isHead`. It locks nothing. What the previous group has touched is taken from its
 * state, because the database cannot show it yet. Only what the transfers look at is taken over, so
 * that states do not grow from group to group.
 */
export async function loadAhead(
  session: SqlBatchReader,
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
  // One object stays, because without a row nothing tells whether a path is used.
  for (const path of state.objectsByPath.keys()) {
    if (path !== SYSTEM_PATHS.fees) wanted.objectPaths.delete(path)
  }
  const wants = new Map([[realmId, wanted]])
  const [named] = await session.readTogether([namedOf(wants)])
  const { isUsed, balanced } = addNamed(states, named as NamedRow[])
  await loadOperations(session, wants, states, isUsed)
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

/**
 * The same as statements that go before those of the group, and fail unless the head is what this
 * group makes it. Nothing of a block runs behind them then.
 */
export function requireHead({ realmId, seqTo, committedAt, hash }: JournalGroup): Query[] {
  const sql = `SELECT COUNT(*) INTO @followed FROM realm_heads
    WHERE realm_id = ? AND seq = ? AND hash = ? AND committed_at = ? AND closed_by IS NULL
      FOR UPDATE`
  const refuse = `IF @followed = 0
    THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Another group is the head'; END IF`
  return [
    { sql, values: [realmId, seqTo, hash, toSqlDatetime(committedAt)] },
    { sql: refuse, values: [] },
  ]
}
