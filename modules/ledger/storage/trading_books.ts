import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { USD } from '../core/terms.ts'

const VENUE_PREFIX = '/_system/venue/'
const OBJECTS_AT_ONCE = 1_000

/**
 * Settled cash on the two sides of trading: the objects that trade, and the venue's own accounts.
 */
export interface TradingCash {
  objects: Atoms
  venue: Atoms
}

/** @param objectIds exchange objects of the realm */
export async function tradingCash(
  session: SqlReader,
  realmId: string,
  objectIds: readonly string[]
): Promise<TradingCash> {
  let objects = 0n
  for (const ids of inParts(objectIds, OBJECTS_AT_ONCE)) {
    const [row] = await session.read<{ cash: string }>(
      `SELECT COALESCE(SUM(settled), 0) AS cash FROM balances
        WHERE object_id IN (?) AND denomination = ?`,
      [ids, USD]
    )
    objects += columnToAtoms(row!.cash)
  }
  const [row] = await session.read<{ cash: string }>(
    `SELECT COALESCE(SUM(b.settled), 0) AS cash FROM objects o
       JOIN balances b ON b.object_id = o.id AND b.denomination = ?
      WHERE o.realm_id = ? AND o.path LIKE ?`,
    [USD, realmId, `${VENUE_PREFIX.replaceAll('_', '\\_')}%`]
  )
  return { objects, venue: columnToAtoms(row!.cash) }
}

/** Operations that hold an amount at any of these objects, in either direction. */
export async function operationsHeldAt(
  session: SqlReader,
  objectIds: readonly string[]
): Promise<string[]> {
  const held = new Set<string>()
  for (const ids of inParts(objectIds, OBJECTS_AT_ONCE)) {
    const rows = await session.read<{ operation_id: string }>(
      `SELECT DISTINCT operation_id FROM holds WHERE object_id IN (?) AND resolved_at IS NULL`,
      [ids]
    )
    for (const row of rows) held.add(row.operation_id)
  }
  return [...held]
}
