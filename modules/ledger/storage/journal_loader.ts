import { sqlToMicros } from '#app/clock/timestamp'
import { columnToAtoms } from '#app/money/usd'
import type { Query, SqlBatchReader, SqlParameter, SqlReader } from '#app/storage/database'
import { sidesOfHold } from '../core/hold.ts'
import type { PostRequest } from '../core/requests.ts'
import { emptyState, type RealmHead, type RealmState } from '../core/state.ts'
import { SYSTEM_PATHS, feeObjectPath } from '../core/system_paths.ts'
import { isOf, USD } from '../core/terms.ts'
import { loadChanges } from './known_changes.ts'
import { loadLabels } from './label_rows.ts'
import { loadLimits } from './limit_rows.ts'
import { addNamed, namedQuery, type NamedRow } from './named_loader.ts'
import { LOCKING, loadBalancesOf, readObjects, type LoadMode } from './party_loader.ts'
import { realmsWithValue } from './realm_value.ts'
import { OPERATION_COLUMNS, toOperation, type OperationRow } from './rows.ts'
import { loadReversed } from './reversal_rows.ts'
import { loadSpent } from './spend_rows.ts'
import { wantedByRealm, type Wanted, type WantedByRealm } from './wanted.ts'
import { loadZones } from './zone_rows.ts'

/**
 * Loads the state of each realm for the requests of a group, inside the group's transaction. It
 * locks, in this order, realm heads by id, then balances by primary key, unless they came with the
 * objects that were named: the transaction that holds a head is alone with all of them. States are
 * loaded after the lock, so that nothing in them can be stale. It takes one turn for new transfers,
 * at most seven for any group, and a few more when the group closes realms, creates objects,
 * declares zones or sets labels.
 *
 * @param waits whether it waits for the lock of a head
 * @throws LockedRealmsError when it does not wait, and somebody else has one of them
 */
export async function loadStates(
  session: SqlBatchReader,
  requests: readonly PostRequest[],
  mode: LoadMode = 'lock',
  waits = true
): Promise<Map<string, RealmState>> {
  const wanted = wantedByRealm(requests)
  const realmIds = [...wanted.keys()].sort()
  const skips = waits ? '' : 'SKIP LOCKED'
  const [heads, named] = await session.readTogether([
    headsQuery(realmIds, `${LOCKING[mode]} ${skips}`),
    namedOf(wanted),
  ])
  if (!waits) requireEach(notOpened(requests), heads as HeadRow[])
  const states = statesOf(realmIds, heads as HeadRow[])
  const { isUsed, balanced } = addNamed(states, named as NamedRow[])
  await loadOperations(session, wanted, states, isUsed)
  await loadObjectsById(session, wanted, states)
  await loadFeeObjects(session, states)
  await loadZones(session, wanted, states)
  await loadLabels(session, wanted, states)
  await loadLimits(session, states, wanted)
  await loadChanges(session, wanted, states)
  await loadVersions(session, wanted, states)
  await loadReversed(session, wanted, states)
  await loadSpent(session, wanted, states)
  await loadHolds(session, states)
  const ids = [...states.values()].flatMap(({ objectsById }) => [...objectsById.keys()])
  const others = ids.filter((id) => !balanced.has(id))
  await loadBalancesOf(session, states, others, mode)
  await loadHeldValue(session, wanted, states)
  return states
}

/**
 * The realms that were there before these requests. One that is being opened has no head that somebody else
 * could have, unless another attempt is making it: its key refuses the second.
 */
function notOpened(requests: readonly PostRequest[]): string[] {
  const opened = new Set(
    requests.filter(({ kind }) => kind === 'open_realm').map(({ realmId }) => realmId)
  )
  return requests.map(({ realmId }) => realmId).filter((realmId) => !opened.has(realmId))
}

/**
 * Somebody else has the heads of these realms. One that does not exist, or is being made, is among them: only
 * who waits for its lock finds out.
 */
export class LockedRealmsError extends Error {
  constructor(readonly realmIds: ReadonlySet<string>) {
    super(`The journals of ${[...realmIds].join(', ')} are locked`)
    this.name = 'LockedRealmsError'
  }
}

function requireEach(realmIds: readonly string[], heads: readonly HeadRow[]) {
  const missing = new Set(realmIds)
  for (const head of heads) missing.delete(head.realm_id)
  if (missing.size > 0) throw new LockedRealmsError(missing)
}

interface HeadRow {
  realm_id: string
  seq: string | number
  committed_at: string
  hash: string
  closed_by: string | null
}

function headsQuery(realmIds: string[], locking: string): Query {
  const sql = `SELECT realm_id, seq, committed_at, hash, closed_by FROM realm_heads
      WHERE realm_id IN (?) ORDER BY realm_id ${locking}`
  return { sql, values: [realmIds] }
}

function statesOf(realmIds: readonly string[], rows: readonly HeadRow[]) {
  const states = new Map(realmIds.map((realmId) => [realmId, emptyState(realmId, null)]))
  for (const row of rows) {
    states.get(row.realm_id)!.head = {
      seq: Number(row.seq),
      committedAt: sqlToMicros(row.committed_at),
      hash: row.hash,
      closedBy: row.closed_by,
    }
  }
  return states
}

/** Locks the heads of realms, in the order of their ids; null for one that is not there. */
export async function lockHeads(
  session: SqlBatchReader,
  realmIds: string[]
): Promise<Map<string, RealmHead | null>> {
  const [rows] = await session.readTogether([headsQuery(realmIds, LOCKING.lock)])
  const states = statesOf(realmIds, rows as HeadRow[])
  return new Map([...states].map(([realmId, { head }]) => [realmId, head]))
}

/** One kind of wanted keys, by realm. */
function wantsOf(
  wanted: WantedByRealm,
  name: 'operationPaths' | 'operationIds' | 'objectPaths'
): [string, Set<string>][] {
  return [...wanted].map(([realmId, ofRealm]) => [realmId, ofRealm[name]])
}

/** `(realm_id = ? AND column IN (?)) OR …` over the realms that want something. */
function perRealm(column: string, wants: Iterable<[realmId: string, values: Set<string>]>) {
  const parts: string[] = []
  const values: SqlParameter[] = []
  for (const [realmId, wanted] of wants) {
    if (wanted.size === 0) continue
    parts.push(`(realm_id = ? AND ${column} IN (?))`)
    values.push(realmId, [...wanted])
  }
  return { where: parts.join(' OR '), values }
}

/** Usable objects at the paths that are wanted, and whether a wanted operation path is used. */
export function namedOf(wanted: WantedByRealm): Query {
  return namedQuery({
    objects: perRealm('path', wantsOf(wanted, 'objectPaths')),
    operations: perRealm('path', wantsOf(wanted, 'operationPaths')),
  })
}

/** @param isUsed whether any of the paths may be used already */
export async function loadOperations(
  session: SqlReader,
  wanted: WantedByRealm,
  states: Map<string, RealmState>,
  isUsed = true
) {
  const byPath = perRealm('path', wantsOf(wanted, 'operationPaths'))
  const byId = perRealm('id', wantsOf(wanted, 'operationIds'))
  for (const { where, values } of isUsed ? [byPath, byId] : [byId]) {
    if (where === '') continue
    const rows = await session.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations WHERE ${where}`,
      values
    )
    for (const row of rows) {
      const state = states.get(row.realm_id)!
      const operation = toOperation(row)
      state.operationsByPath.set(operation.path, operation)
      state.operationsById.set(operation.id, operation)
    }
  }
}

/** Objects wanted by id, and those of wanted operations, including deleted ones, unless they are known. */
export async function loadObjectsById(
  session: SqlReader,
  wanted: WantedByRealm,
  states: Map<string, RealmState>
) {
  const { where, values } = perRealm(
    'id',
    [...wanted].map(([realmId, ofRealm]) => {
      const state = states.get(realmId)!
      return [realmId, objectIdsOf(state, ofRealm).difference(state.objectsById)]
    })
  )
  if (where !== '') await readObjects(session, states, where, values)
}

/**
 * Loads the fee objects of isolated boundaries: only now are the boundaries of the sources known.
 */
export async function loadFeeObjects(session: SqlReader, states: Map<string, RealmState>) {
  const { where, values } = perRealm(
    'path',
    [...states].map(([realmId, state]) => [realmId, missingFeePaths(state)])
  )
  if (where !== '') await readObjects(session, states, `active_key = '' AND (${where})`, values)
}

export function missingFeePaths({ objectsByPath, objectsById }: RealmState): Set<string> {
  const paths = new Set<string>()
  const ofRealm = objectsByPath.get(SYSTEM_PATHS.fees)
  if (!ofRealm) return paths
  for (const { boundaryId } of objectsById.values()) {
    if (boundaryId === ofRealm.boundaryId) continue
    const path = feeObjectPath(boundaryId, ofRealm.boundaryId)
    if (!objectsByPath.has(path)) paths.add(path)
  }
  return paths
}

/** Ids of the objects that are wanted, and of those on both sides of the operations. */
export function objectIdsOf(state: RealmState, { objectIds }: Pick<Wanted, 'objectIds'>) {
  const ids = new Set(objectIds)
  for (const { source, target } of state.operationsById.values()) {
    if (source.objectId) ids.add(source.objectId)
    if (target.objectId) ids.add(target.objectId)
  }
  return ids
}

/** The holds of pending operations of which none are known: a caller's hold tells its own. */
export async function loadHolds(session: SqlReader, states: Map<string, RealmState>) {
  const pending: string[] = []
  for (const { operationsById, holds } of states.values()) {
    for (const operation of operationsById.values()) {
      if (operation.state !== 'pending' || holds.has(operation.id)) continue
      if (isOf('hold', operation)) holds.set(operation.id, sidesOfHold(operation))
      else pending.push(operation.id)
    }
  }
  if (pending.length === 0) return
  const rows = await session.read<{
    operation_id: string
    object_id: string
    realm_id: string
    direction: 'inbound' | 'outbound'
    denomination: string
    amount: string
  }>(
    `SELECT operation_id, object_id, realm_id, direction, denomination, amount FROM holds
      WHERE operation_id IN (?) AND state = 'open'`,
    [pending]
  )
  for (const row of rows) {
    const { holds } = states.get(row.realm_id)!
    holds.set(row.operation_id, [
      ...(holds.get(row.operation_id) ?? []),
      {
        operationId: row.operation_id,
        objectId: row.object_id,
        direction: row.direction,
        denomination: row.denomination,
        amount: columnToAtoms(row.amount),
      },
    ])
  }
}

/** Loads the versions that are asked for; no statement when there are none. */
async function loadVersions(
  session: SqlReader,
  wanted: WantedByRealm,
  states: Map<string, RealmState>
) {
  const ids = [...wanted.values()].flatMap(({ versionsOf }) => [...versionsOf])
  if (ids.length === 0) return
  const rows = await session.read<{ object_id: string; realm_id: string; last_seq: string }>(
    `SELECT object_id, realm_id, last_seq FROM balances
      WHERE object_id IN (?) AND denomination = '${USD}'`,
    [ids]
  )
  for (const row of rows) {
    states.get(row.realm_id)?.versions.set(row.object_id, Number(row.last_seq))
  }
}

/** Loads whether the callers' objects of a realm that is to be closed hold or await value. */
async function loadHeldValue(
  session: SqlReader,
  wanted: WantedByRealm,
  states: Map<string, RealmState>
) {
  const closing = [...wanted].filter(([, { heldValue }]) => heldValue).map(([realmId]) => realmId)
  if (closing.length === 0) return
  for (const realmId of await realmsWithValue(session, closing)) {
    states.get(realmId)!.heldValue = true
  }
}
