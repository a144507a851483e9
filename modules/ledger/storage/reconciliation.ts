import type { Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { money, Table, text } from '#app/storage/table'

/** A cached balance beside the balance after its newest leg. */
export interface ReconciledBalance {
  objectId: string
  path: string
  denomination: string
  cached: Atoms
  derived: Atoms
}

/** The newest leg is read and not the sum: one seek per balance, however long its history. */
const DERIVED = `COALESCE((SELECT l.balance_after FROM journal_legs l
   WHERE l.object_id = b.object_id AND l.denomination = b.denomination
   ORDER BY l.seq DESC, l.leg_no DESC LIMIT 1), 0)`

const RECONCILED = new Table<ReconciledBalance>(
  'balances b STRAIGHT_JOIN objects o ON o.id = b.object_id',
  {
    objectId: text('b.object_id'),
    path: text('o.path'),
    denomination: text('b.denomination'),
    cached: money('b.settled'),
    derived: money(DERIVED),
  }
)

/** Balances of a realm in the order of their keys, after a given one. */
export function reconciledBalances(
  session: SqlReader,
  realmId: string,
  after: { objectId: string; denomination: string } | null,
  limit: number
): Promise<ReconciledBalance[]> {
  const beyond = after ? ' AND b.object_id >= ? AND (b.object_id > ? OR b.denomination > ?)' : ''
  return RECONCILED.all(
    session,
    `WHERE b.realm_id = ?${beyond} ORDER BY b.object_id, b.denomination LIMIT ${limit}`,
    [realmId, ...(after ? [after.objectId, after.objectId, after.denomination] : [])]
  )
}

/** How many balances a realm has, and how many of them differ from their legs. */
export async function countDrift(
  session: SqlReader,
  realmId: string
): Promise<{ total: number; drifting: number }> {
  const [row] = await session.read<{ total: string; drifting: string | null }>(
    `SELECT COUNT(*) AS total, SUM(settled <> derived) AS drifting FROM (
       SELECT b.settled, ${DERIVED} AS derived FROM balances b WHERE b.realm_id = ?) cached`,
    [realmId]
  )
  return { total: Number(row!.total), drifting: Number(row!.drifting ?? 0) }
}
