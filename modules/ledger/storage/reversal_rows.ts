import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn, columnToAtoms, parseUsd, type Atoms } from '#app/money/usd'
import type { SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import { NOT_REVERSED, type RealmState } from '../core/state.ts'
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
    amount: string
    parts: string | null
  }>(
    `SELECT r.operation_id, r.realm_id, r.amount,
            CAST(JSON_EXTRACT(o.outcome, '$.moves[*].amount') AS CHAR) AS parts
       FROM reversals r JOIN operations o ON o.id = r.reversal_id AND o.state <> 'failed'
      WHERE r.operation_id IN (?)`,
    [ids]
  )
  for (const row of rows) {
    const reversed = states.get(row.realm_id)?.reversed
    const { parts, count } = reversed?.get(row.operation_id) ?? NOT_REVERSED
    const sums = partsOf(row).map((part, at) => (parts[at] ?? 0n) + part)
    reversed?.set(row.operation_id, { parts: sums, count: count + 1 })
  }
}

/** The parts of a reversal of a posting stand in its outcome; any other moves one amount. */
function partsOf({ amount, parts }: { amount: string; parts: string | null }): Atoms[] {
  return parts === null ? [columnToAtoms(amount)] : (JSON.parse(parts) as string[]).map(parseUsd)
}

export const REVERSAL_COLUMNS = [
  'operation_id',
  'reversal_id',
  'realm_id',
  'amount',
  'created_at',
] as const

export function reversalRows({ realmId, posting, committedAt }: PostedEntry): SqlValue[][] {
  return posting.newReversals.map(({ operationId, reversalId, parts }) => [
    operationId,
    reversalId,
    realmId,
    atomsToColumn(parts.reduce((sum, part) => sum + part, 0n)),
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
