import { columnToAtoms, type Atoms } from '#app/money/usd'
import { RESERVED_PREFIXES } from '#app/paths/path'
import { pathsBelow } from '#app/storage/path_range'
import type { SqlReader } from '#app/storage/database'

/** The service's own objects do not count, because what they hold is no caller's deposit. */
const OF_CALLERS = RESERVED_PREFIXES.map((prefix) => {
  const { from, before } = pathsBelow(prefix)
  return `NOT (o.path >= '${from}' AND o.path < '${before}')`
}).join(' AND ')

/**
 * Which of these realms hold or await value. Awaited value counts, because a payment that was seen
 * outside and is not credited yet would find the journal closed. For an empty realm every object
 * and deposit is read.
 */
export async function realmsWithValue(
  session: SqlReader,
  realmIds: readonly string[]
): Promise<string[]> {
  const rows = await session.read<{ id: string }>(
    `SELECT r.id FROM realms r WHERE r.id IN (?) AND (EXISTS (
       SELECT 1 FROM objects o JOIN balances b ON b.object_id = o.id
        WHERE o.realm_id = r.id AND ${OF_CALLERS}
          AND (b.settled <> 0 OR b.arriving <> 0 OR b.departing <> 0))
       OR EXISTS (
       SELECT 1 FROM operations p
        WHERE p.realm_id = r.id AND p.type = 'deposit' AND p.state = 'pending'
          AND p.outcome LIKE '%"detectedAmount"%'))`,
    [realmIds]
  )
  return rows.map(({ id }) => id)
}

/**
 * What is lost with a realm that is deleted now, in USD: what its objects hold, with what is on its
 * way out of them, and what somebody was asked to pay, or has paid and was not credited with yet.
 */
export async function valueAtRiskOfRealm(session: SqlReader, realmId: string): Promise<Atoms> {
  const [row] = await session.read<{ held: string | null; due: string | null }>(
    `SELECT
       (SELECT SUM(b.settled) FROM objects o JOIN balances b ON b.object_id = o.id
         WHERE o.realm_id = ? AND ${OF_CALLERS}) AS held,
       (SELECT SUM(p.amount) FROM operations p
         WHERE p.realm_id = ? AND p.type = 'deposit' AND p.state = 'pending') AS due`,
    [realmId, realmId]
  )
  return columnToAtoms(row?.held ?? '0') + columnToAtoms(row?.due ?? '0')
}

/**
 * The deposits of a realm that have not arrived and that nothing else answers for: one with a
 * deadline belongs to whoever has set it, and is told by them.
 */
export async function waitingDeposits(
  session: SqlReader,
  realmId: string
): Promise<{ count: number; total: Atoms }> {
  const [row] = await session.read<{ deposits: string; total: string | null }>(
    `SELECT COUNT(*) AS deposits, SUM(amount) AS total FROM operations
      WHERE realm_id = ? AND type = 'deposit' AND state = 'pending'
        AND outcome NOT LIKE '%"openUntil"%'`,
    [realmId]
  )
  return { count: Number(row!.deposits), total: columnToAtoms(row!.total ?? '0') }
}
