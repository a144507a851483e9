import { sqlToMicros } from '#app/clock/timestamp'
import { columnToAtoms } from '#app/money/usd'
import type { SqlParameter, SqlSession } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import { balanceKey, emptyState, type RealmState } from '#modules/ledger/core/state'
import { SYSTEM_PATHS } from '#modules/ledger/core/system_paths'
import {
  OBJECT_COLUMNS,
  OPERATION_COLUMNS,
  toLedgerObject,
  toOperation,
  type ObjectRow,
  type OperationRow,
} from '#modules/ledger/storage/rows'

/** What the requests of one realm will look at. */
interface Wanted {
  operationPaths: Set<string>
  operationIds: Set<string>
  objectPaths: Set<string>
}

/**
 * Takes: the requests of a group, inside its transaction. Locks, in this order: realm heads by id,
 * then balances by primary key. Returns one state per realm, loaded after the lock, so that
 * nothing in it can be stale. Statements: at most six, whatever the size of the group.
 */
export async function loadStates(
  session: SqlSession,
  requests: readonly PostRequest[]
): Promise<Map<string, RealmState>> {
  const wanted = wantedByRealm(requests)
  const states = await loadHeads(session, [...wanted.keys()].sort())
  await loadOperations(session, wanted, states)
  await loadObjects(session, wanted, states)
  await loadHolds(session, states)
  await loadBalances(session, states)
  return states
}

function wantedByRealm(requests: readonly PostRequest[]): Map<string, Wanted> {
  const byRealm = new Map<string, Wanted>()
  for (const request of requests) {
    let wanted = byRealm.get(request.realmId)
    if (!wanted) {
      wanted = {
        operationPaths: new Set(),
        operationIds: new Set(),
        objectPaths: new Set(Object.values(SYSTEM_PATHS)),
      }
      byRealm.set(request.realmId, wanted)
    }
    if ('operation' in request) wanted.operationPaths.add(request.operation.path)
    if ('operationId' in request) wanted.operationIds.add(request.operationId)
    for (const path of objectPathsOf(request)) wanted.objectPaths.add(path)
  }
  return byRealm
}

function objectPathsOf(request: PostRequest): string[] {
  switch (request.kind) {
    case 'transfer':
      return [request.source.path, request.target.path]
    case 'create_object':
      return [request.object.path]
    case 'open_deposit':
      return [request.target.path]
    default:
      return []
  }
}

async function loadHeads(session: SqlSession, realmIds: string[]) {
  const rows = await session.read<{
    realm_id: string
    seq: string | number
    committed_at: string
    hash: string
  }>(
    `SELECT realm_id, seq, committed_at, hash FROM realm_heads
      WHERE realm_id IN (?) ORDER BY realm_id FOR UPDATE`,
    [realmIds]
  )
  const states = new Map(realmIds.map((realmId) => [realmId, emptyState(realmId, null)]))
  for (const row of rows) {
    states.get(row.realm_id)!.head = {
      seq: Number(row.seq),
      committedAt: sqlToMicros(row.committed_at),
      hash: row.hash,
    }
  }
  return states
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

async function loadOperations(
  session: SqlSession,
  wanted: Map<string, Wanted>,
  states: Map<string, RealmState>
) {
  const byPath = perRealm(
    'path',
    [...wanted].map(([realmId, { operationPaths }]) => [realmId, operationPaths])
  )
  const byId = perRealm(
    'id',
    [...wanted].map(([realmId, { operationIds }]) => [realmId, operationIds])
  )
  for (const { where, values } of [byPath, byId]) {
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

async function loadObjects(
  session: SqlSession,
  wanted: Map<string, Wanted>,
  states: Map<string, RealmState>
) {
  const byPath = perRealm(
    'path',
    [...wanted].map(([realmId, { objectPaths }]) => [realmId, objectPaths])
  )
  const byId = perRealm(
    'id',
    [...states].map(([realmId, state]) => [realmId, objectIdsOfOperations(state)])
  )
  const queries = [
    { where: `active_key = '' AND (${byPath.where})`, values: byPath.values },
    ...(byId.where === '' ? [] : [byId]),
  ]
  for (const { where, values } of queries) {
    const rows = await session.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects WHERE ${where}`,
      values
    )
    for (const row of rows) {
      const state = states.get(row.realm_id)!
      const object = toLedgerObject(row)
      state.objectsById.set(object.id, object)
      if (object.status !== 'deleted') state.objectsByPath.set(object.path, object)
    }
  }
}

function objectIdsOfOperations(state: RealmState): Set<string> {
  const ids = new Set<string>()
  for (const { source, target } of state.operationsById.values()) {
    if (source.objectId) ids.add(source.objectId)
    if (target.objectId) ids.add(target.objectId)
  }
  return ids
}

async function loadHolds(session: SqlSession, states: Map<string, RealmState>) {
  const pending = [...states.values()].flatMap((state) =>
    [...state.operationsById.values()]
      .filter((operation) => operation.state === 'pending')
      .map((operation) => operation.id)
  )
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

async function loadBalances(session: SqlSession, states: Map<string, RealmState>) {
  const ids = [...states.values()].flatMap((state) => [...state.objectsById.keys()])
  if (ids.length === 0) return
  const rows = await session.read<{
    object_id: string
    denomination: string
    realm_id: string
    settled: string
    arriving: string
    departing: string
  }>(
    `SELECT object_id, denomination, realm_id, settled, arriving, departing FROM balances
      WHERE object_id IN (?) ORDER BY object_id, denomination FOR UPDATE`,
    [ids.sort()]
  )
  for (const row of rows) {
    states.get(row.realm_id)!.balances.set(balanceKey(row.object_id, row.denomination), {
      settled: columnToAtoms(row.settled),
      arriving: columnToAtoms(row.arriving),
      departing: columnToAtoms(row.departing),
    })
  }
}
