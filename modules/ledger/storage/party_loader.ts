import { columnToAtoms } from '#app/money/usd'
import type { SqlParameter, SqlReader } from '#app/storage/database'
import { balanceKey, type RealmState } from '../core/state.ts'
import { OBJECT_COLUMNS, toLedgerObject, type ObjectRow } from './rows.ts'

/** How rows are read: locked for a posting, or without a lock in a snapshot. */
export type LoadMode = keyof typeof LOCKING

export const LOCKING = { lock: 'FOR UPDATE', look: '' } as const

export interface BalanceRow {
  object_id: string
  denomination: string
  realm_id: string
  settled: string
  arriving: string
  departing: string
}

/** Loads objects of loaded realms into their states. */
export async function readObjects(
  session: SqlReader,
  states: Map<string, RealmState>,
  where: string,
  values: SqlParameter[]
) {
  const rows = await session.read<ObjectRow>(
    `SELECT ${OBJECT_COLUMNS} FROM objects WHERE ${where}`,
    values
  )
  for (const row of rows) addObject(states.get(row.realm_id)!, row)
}

export function addObject({ objectsById, objectsByPath }: RealmState, row: ObjectRow) {
  const object = toLedgerObject(row)
  objectsById.set(object.id, object)
  if (object.status !== 'deleted') objectsByPath.set(object.path, object)
}

/** Loads what a posting touches beyond what its request named. Call it with the realm locked. */
export async function loadParties(
  session: SqlReader,
  state: RealmState,
  { ids, paths }: { ids: ReadonlySet<string>; paths: ReadonlySet<string> }
): Promise<void> {
  const newIds = [...ids].filter((id) => !state.objectsById.has(id))
  const newPaths = [...paths].filter((path) => !state.objectsByPath.has(path))
  if (newIds.length + newPaths.length === 0) return
  const known = new Set(state.objectsById.keys())
  const states = new Map([[state.realmId, state]])
  const { realmId } = state
  if (newIds.length > 0) {
    await readObjects(session, states, 'realm_id = ? AND id IN (?)', [realmId, newIds])
  }
  if (newPaths.length > 0) {
    const where = `active_key = '' AND realm_id = ? AND path IN (?)`
    await readObjects(session, states, where, [realmId, newPaths])
  }
  const added = [...state.objectsById.keys()].filter((id) => !known.has(id))
  await loadBalancesOf(session, states, added, 'lock')
}

/** Loads the balances of these objects, locked by primary key. */
export async function loadBalancesOf(
  session: SqlReader,
  states: Map<string, RealmState>,
  ids: string[],
  mode: LoadMode
) {
  if (ids.length === 0) return
  const rows = await session.read<BalanceRow>(
    `SELECT object_id, denomination, realm_id, settled, arriving, departing FROM balances
      WHERE object_id IN (?) ORDER BY object_id, denomination ${LOCKING[mode]}`,
    [ids.sort()]
  )
  for (const row of rows) addBalance(states.get(row.realm_id)!, row)
}

export function addBalance({ balances }: RealmState, row: BalanceRow) {
  balances.set(balanceKey(row.object_id, row.denomination), {
    settled: columnToAtoms(row.settled),
    arriving: columnToAtoms(row.arriving),
    departing: columnToAtoms(row.departing),
  })
}
