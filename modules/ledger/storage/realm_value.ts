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

/** What a realm's objects hold in total, in USD. */
export async function valueOfRealm(session: SqlReader, realmId: string): Promise<Atoms> {
  const [row] = await session.read<{ total: string | null }>(
    `SELECT SUM(b.settled) AS total FROM objects o JOIN balances b ON b.object_id = o.id
      WHERE o.realm_id = ? AND ${OF_CALLERS}`,
    [realmId]
  )
  return columnToAtoms(row?.total ?? '0')
}
