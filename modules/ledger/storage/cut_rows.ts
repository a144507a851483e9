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
  { session, seq }: ValuationCut,
  objectIds: readonly string[],
  of: 'cash' | 'positions'
): Promise<HeldAtCut[]> {
  if (objectIds.length === 0) return []
  const rows = await session.read<{ objectId: string; denomination: string; settled: string }>(
    `SELECT b.object_id AS objectId, b.denomination,
            IF(b.last_seq <= ?, b.settled, COALESCE((
              SELECT l.balance_after FROM journal_legs l
               WHERE l.object_id = b.object_id AND l.denomination = b.denomination AND l.seq <= ?
               ORDER BY l.seq DESC, l.leg_no DESC LIMIT 1), 0)) AS settled
       FROM balances b
      WHERE b.object_id IN (?) AND b.denomination ${of === 'cash' ? 'NOT ' : ''}LIKE 'PERP:%'
      ORDER BY b.object_id, b.denomination`,
    [seq, seq, objectIds]
  )
  return rows.map(({ settled, ...row }) => ({ ...row, settled: columnToAtoms(settled) }))
}

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
