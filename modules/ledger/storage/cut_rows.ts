import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlParameter, SqlReader } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import type { ServiceObject } from '../extension/ledger_terms.ts'
import type { ValuationCut } from '../extension/valuator.ts'
import type { HoldDirection } from '../core/terms.ts'
import { netChanges } from './net_changes.ts'
import { objectScope } from './object_scope.ts'
import { COUNTED } from './realm_counts.ts'

/** `/a/` means all objects below, `/a` exactly that object. */
export type CutScope = { prefix: string } | { paths: readonly string[] } | { objectId: string }

export interface HeldAtCut {
  objectId: string
  denomination: string
  /** Includes what is committed to leave. */
  settled: Atoms
}

export interface HoldAtCut {
  operationId: string
  objectId: string
  direction: HoldDirection
  denomination: string
  amount: Atoms
}

const COLUMNS = `id, realm_id AS realmId, path, type, denomination,
  status, metadata` as const

/** The objects that existed at a cut, by path. */
export async function objectsAtCut(cut: ValuationCut, scope: CutScope): Promise<ServiceObject[]> {
  const { where, values } = scopeSql(scope)
  const alive =
    cut.asOf === null
      ? { sql: "active_key = '' AND ready_at IS NOT NULL", values: [] }
      : {
          sql: 'ready_at <= ? AND (deleted_at IS NULL OR deleted_at > ?)',
          values: [cut.committedAt, cut.committedAt],
        }
  return cut.session.read<ServiceObject>(
    `SELECT ${COLUMNS} FROM objects
      WHERE realm_id = ? AND ${alive.sql} AND ${where} ORDER BY path`,
    [cut.realmId, ...alive.values, ...values]
  )
}

/** Every object, of any generation, that existed at some moment after one cut and up to another. */
export async function objectsBetween(
  from: ValuationCut,
  to: ValuationCut,
  scope: CutScope
): Promise<ServiceObject[]> {
  const { where, values } = scopeSql(scope)
  return to.session.read<ServiceObject>(
    `SELECT ${COLUMNS} FROM objects
      WHERE realm_id = ? AND ready_at <= ? AND (deleted_at IS NULL OR deleted_at > ?) AND ${where}
      ORDER BY path, id`,
    [to.realmId, to.committedAt, from.committedAt, ...values]
  )
}

function scopeSql(scope: CutScope): { where: string; values: SqlParameter[] } {
  if ('prefix' in scope) return objectScope(scope.prefix, false)
  if ('objectId' in scope) return { where: 'id = ?', values: [scope.objectId] }
  if (scope.paths.length === 0) return { where: '1 = 0', values: [] }
  return { where: 'path IN (?)', values: [scope.paths] }
}

/**
 * What objects held at a cut. A balance that has not changed since is the answer itself; any other
 * takes one seek into the object's legs, however long the history and wherever in it the cut.
 */
export async function heldAtCut(
  cut: ValuationCut,
  objectIds: readonly string[],
  of: 'cash' | 'positions'
): Promise<HeldAtCut[]> {
  return balancesAtCut(cut, await balanceRows(cut, objectIds, of))
}

/** The cash that objects held at a cut, and the part of it that was in flight. */
export async function cashRowsAtCut(
  cut: ValuationCut,
  objectIds: readonly string[]
): Promise<{ held: HeldAtCut[]; holds: HoldAtCut[] }> {
  const rows = await balanceRows(cut, objectIds, 'cash')
  const held = await balancesAtCut(cut, rows)
  // An amount that was in flight at the cut is so still, or its end has changed the balance since.
  const touched = rows.filter((row) => Number(row.inFlight) > 0 || hasChanged(cut, row))
  const ids = [...new Set(touched.map(({ objectId }) => objectId))]
  return { held, holds: await holdsAtCut(cut, ids) }
}

type BalanceKey = Pick<HeldAtCut, 'objectId' | 'denomination'>
type BalanceRow = BalanceKey & {
  settled: string
  lastSeq: string | number
  inFlight: string | number
}

const MANY_OBJECTS = 500
/** How many times faster one stretch of an index is read than its rows one by one. */
const STRETCH_GAIN = 4

/** The newest balances of objects that all belong to the realm of the cut. */
async function balanceRows(
  { session, realmId }: ValuationCut,
  objectIds: readonly string[],
  of: 'cash' | 'positions'
): Promise<BalanceRow[]> {
  if (objectIds.length === 0) return []
  const select = `SELECT object_id AS objectId, denomination, settled, last_seq AS lastSeq,
      arriving <> 0 OR departing <> 0 AS inFlight FROM balances
      WHERE denomination ${of === 'cash' ? 'NOT ' : ''}LIKE 'PERP:%'`
  const order = 'ORDER BY object_id, denomination'
  if (!(await isMostOfRealm(session, realmId, objectIds.length))) {
    return session.read<BalanceRow>(`${select} AND object_id IN (?) ${order}`, [objectIds])
  }
  const all = await session.read<BalanceRow>(`${select} AND realm_id = ? ${order}`, [realmId])
  const wanted = new Set(objectIds)
  return all.filter(({ objectId }) => wanted.has(objectId))
}

/** Decides by a stored count: a wrong count costs only time. */
async function isMostOfRealm(session: SqlReader, realmId: string, objects: number) {
  if (objects < MANY_OBJECTS) return false
  const [created] = await session.read<{ amount: string | number }>(
    'SELECT amount FROM realm_counts WHERE realm_id = ? AND counted = ?',
    [realmId, COUNTED.operation('create')]
  )
  return Number(created?.amount ?? 0) <= objects * STRETCH_GAIN
}

function hasChanged({ asOf, seq }: ValuationCut, { lastSeq }: BalanceRow): boolean {
  return asOf !== null && Number(lastSeq) > seq
}

async function balancesAtCut(cut: ValuationCut, rows: readonly BalanceRow[]): Promise<HeldAtCut[]> {
  const changed = rows.filter((row) => hasChanged(cut, row))
  const before = changed.length > 0 ? await balancesBefore(cut, changed) : null
  return rows.map((row) => {
    const { objectId, denomination, settled } = row
    const known = before && hasChanged(cut, row) ? before.get(keyOf(row)) : undefined
    return { objectId, denomination, settled: known ?? columnToAtoms(settled) }
  })
}

function keyOf({ objectId, denomination }: BalanceKey): string {
  return `${objectId} ${denomination}`
}

/**
 * Balances at the cut that have changed since: from the journal since the cut when that is short
 * for so many, else from the newest leg of each until the cut.
 */
async function balancesBefore(
  cut: ValuationCut,
  changed: readonly BalanceRow[]
): Promise<Map<string, Atoms>> {
  const newest = changed.reduce((most, { lastSeq }) => Math.max(most, Number(lastSeq)), 0)
  if (newest - cut.seq > changed.length * STRETCH_GAIN) return newestLegs(cut, changed)
  const { session, realmId, seq } = cut
  const changes = await netChanges(session, realmId, { after: seq, upTo: newest })
  return new Map(changes.map((change) => [keyOf(change), change.before]))
}

/**
 * The newest leg of each balance until the cut. Each has its own condition: joined to a list, the
 * database would walk back to the cut from the newest leg there is.
 */
async function newestLegs(
  { session, seq }: ValuationCut,
  keys: readonly BalanceKey[]
): Promise<Map<string, Atoms>> {
  const found = new Map(keys.map((key) => [keyOf(key), 0n]))
  for (const part of inParts(keys, SEEKS_PER_STATEMENT)) {
    const rows = await session.read<BalanceKey & { balance: string }>(
      part.map(() => NEWEST_LEG).join(' UNION ALL '),
      part.flatMap(({ objectId, denomination }) => [objectId, denomination, seq])
    )
    for (const row of rows) found.set(keyOf(row), columnToAtoms(row.balance))
  }
  return found
}

const SEEKS_PER_STATEMENT = 200
const NEWEST_LEG = `(SELECT object_id AS objectId, denomination, balance_after AS balance
  FROM journal_legs WHERE object_id = ? AND denomination = ? AND seq <= ?
  ORDER BY seq DESC, leg_no DESC LIMIT 1)`

/** What was in flight at a cut, by operation. */
async function holdsAtCut(
  { session, asOf, committedAt }: ValuationCut,
  objectIds: readonly string[]
): Promise<HoldAtCut[]> {
  if (objectIds.length === 0) return []
  const open = `SELECT operation_id AS operationId, object_id AS objectId, direction, denomination,
      amount FROM holds WHERE object_id IN (?) AND resolved_at IS NULL`
  // Holds are found by the time they ended, so that even for a long past only those are read that
  // have ended since.
  const ended = `SELECT operation_id AS operationId, object_id AS objectId, direction, denomination,
      amount FROM holds WHERE object_id IN (?) AND resolved_at > ? AND created_at <= ?`
  const taken = ended.replace('FROM holds', 'FROM lessened_holds')
  const ofEnded = [objectIds, committedAt, committedAt]
  const rows =
    asOf === null
      ? await session.read<HoldRow>(`${open} ORDER BY operationId`, [objectIds])
      : await session.read<HoldRow>(
          `${open} AND created_at <= ? UNION ALL ${ended} UNION ALL ${taken} ORDER BY operationId`,
          [objectIds, committedAt, ...ofEnded, ...ofEnded]
        )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: columnToAtoms(amount) }))
}

type HoldRow = Omit<HoldAtCut, 'amount'> & { amount: string }
