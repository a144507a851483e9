import type { ServiceObject } from '#app/extension/ledger_terms'
import type { ValuationCut } from '#app/extension/valuator'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlParameter } from '#app/storage/database'
import type { HoldDirection } from '#modules/ledger/core/terms'
import { objectScope } from '#modules/ledger/storage/object_scope'

/** `/a/` is everything below, `/a` exactly that object. */
export type CutScope = { prefix: string } | { paths: readonly string[] } | { objectId: string }

export interface HeldAtCut {
  objectId: string
  denomination: string
  /** What is committed to leave is part of it. */
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

/** Every object, of whatever generation, that existed at some moment after one cut and up to another. */
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
 * What objects held at a cut. A balance that has not changed since is its own answer; any other is
 * one seek into the object's legs, wherever the cut lies in however long a history.
 */
export async function heldAtCut(
  cut: ValuationCut,
  objectIds: readonly string[],
  of: 'cash' | 'positions'
): Promise<HeldAtCut[]> {
  if (objectIds.length === 0) return []
  const rows = await cut.session.read<BalanceRow>(
    `SELECT object_id AS objectId, denomination, settled, last_seq AS lastSeq FROM balances
      WHERE object_id IN (?) AND denomination ${of === 'cash' ? 'NOT ' : ''}LIKE 'PERP:%'
      ORDER BY object_id, denomination`,
    [objectIds]
  )
  const changed = cut.asOf === null ? [] : rows.filter(({ lastSeq }) => Number(lastSeq) > cut.seq)
  const before = await balancesBefore(cut, changed)
  const since = new Set(changed)
  return rows.map((row) => {
    const { objectId, denomination, settled } = row
    const known = since.has(row) ? (before.get(keyOf(row)) ?? '0') : settled
    return { objectId, denomination, settled: columnToAtoms(known) }
  })
}

type BalanceKey = Pick<HeldAtCut, 'objectId' | 'denomination'>
type BalanceRow = BalanceKey & { settled: string; lastSeq: string | number }

function keyOf({ objectId, denomination }: BalanceKey): string {
  return `${objectId} ${denomination}`
}

/**
 * The newest leg of each until the cut. Each is asked for with its own constants: joined to a list,
 * the database would walk back to the cut from the newest leg there is.
 */
async function balancesBefore(
  { session, seq }: ValuationCut,
  keys: readonly BalanceKey[]
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let at = 0; at < keys.length; at += SEEKS_PER_STATEMENT) {
    const part = keys.slice(at, at + SEEKS_PER_STATEMENT)
    const rows = await session.read<BalanceKey & { balance: string }>(
      part.map(() => NEWEST_LEG).join(' UNION ALL '),
      part.flatMap(({ objectId, denomination }) => [objectId, denomination, seq])
    )
    for (const row of rows) found.set(keyOf(row), row.balance)
  }
  return found
}

const SEEKS_PER_STATEMENT = 200
const NEWEST_LEG = `(SELECT object_id AS objectId, denomination, balance_after AS balance
  FROM journal_legs WHERE object_id = ? AND denomination = ? AND seq <= ?
  ORDER BY seq DESC, leg_no DESC LIMIT 1)`

/** What was in flight at a cut, by operation. */
export async function holdsAtCut(
  { session, asOf, committedAt }: ValuationCut,
  objectIds: readonly string[]
): Promise<HoldAtCut[]> {
  if (objectIds.length === 0) return []
  const open = `SELECT operation_id AS operationId, object_id AS objectId, direction, denomination,
      amount FROM holds WHERE object_id IN (?) AND state = 'open'`
  // Looked for by when they ended: of a long past only what has ended since is read.
  const ended = `SELECT operation_id AS operationId, object_id AS objectId, direction, denomination,
      amount FROM holds WHERE object_id IN (?) AND resolved_at > ? AND created_at <= ?`
  const rows =
    asOf === null
      ? await session.read<HoldRow>(`${open} ORDER BY operationId`, [objectIds])
      : await session.read<HoldRow>(
          `${open} AND created_at <= ? UNION ALL ${ended} ORDER BY operationId`,
          [objectIds, committedAt, objectIds, committedAt, committedAt]
        )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: columnToAtoms(amount) }))
}

type HoldRow = Omit<HoldAtCut, 'amount'> & { amount: string }
