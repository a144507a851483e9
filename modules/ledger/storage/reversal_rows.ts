import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import type { RealmState } from '../core/state.ts'
import type { WantedByRealm } from './wanted.ts'

/**
 * Loads what was reversed of the operations that are to be reversed; no statement when there are
 * none. Call it with the heads locked, so that no other reversal is counted meanwhile.
 */
export async function loadReversed(
  session: SqlReader,
  wanted: WantedByRealm,
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  const ids = [...wanted.values()].flatMap(({ reversedOf }) => [...reversedOf])
  if (ids.length === 0) return
  const rows = await session.read<{
    operation_id: string
    realm_id: string
    total: string
    count: string | number
  }>(
    `SELECT r.operation_id, r.realm_id, SUM(r.amount) AS total, COUNT(*) AS count
       FROM reversals r JOIN operations o ON o.id = r.reversal_id AND o.state <> 'failed'
      WHERE r.operation_id IN (?) GROUP BY r.operation_id, r.realm_id`,
    [ids]
  )
  for (const row of rows) {
    const reversed = { amount: columnToAtoms(row.total), count: Number(row.count) }
    states.get(row.realm_id)?.reversed.set(row.operation_id, reversed)
  }
}

export const REVERSAL_COLUMNS = [
  'operation_id',
  'reversal_id',
  'realm_id',
  'amount',
  'created_at',
] as const

export function reversalRows({ realmId, posting, committedAt }: PostedEntry): SqlValue[][] {
  return posting.newReversals.map(({ operationId, reversalId, amount }) => [
    operationId,
    reversalId,
    realmId,
    atomsToColumn(amount),
    toSqlDatetime(committedAt),
  ])
}

export interface Reversals {
  /** Ids of operations, oldest first. */
  reversals: string[]
  amount: Atoms
}

/** What was reversed of an operation; null when nothing was. Reversals that failed do not count. */
export async function readReversals(
  session: SqlReader,
  operationId: string
): Promise<Reversals | null> {
  const rows = await session.read<{ reversal_id: string; amount: string }>(
    `SELECT r.reversal_id, r.amount
       FROM reversals r JOIN operations o ON o.id = r.reversal_id AND o.state <> 'failed'
      WHERE r.operation_id = ? ORDER BY r.created_at, r.reversal_id`,
    [operationId]
  )
  if (rows.length === 0) return null
  return {
    reversals: rows.map(({ reversal_id: id }) => id),
    amount: rows.reduce((sum, { amount }) => sum + columnToAtoms(amount), 0n),
  }
}
