import type { SqlReader } from '#app/storage/database'
import type { BookCheckSource, BookVerdict } from '#modules/ledger/extension/book_check_source'

const VIOLATIONS_SHOWN = 10

/**
 * Checks what is traded in a realm against its journal. Each query returns what breaks a promise.
 */
const CHECKS: { name: string; promise: string; sql: string; realms: number }[] = [
  {
    name: 'positions-cancel-out',
    promise: 'The positions of every market sum to zero with the house.',
    sql: `SELECT b.denomination, SUM(b.settled) AS off FROM balances b
           WHERE b.realm_id = ? AND b.denomination LIKE 'PERP:%'
           GROUP BY b.denomination HAVING off <> 0`,
    realms: 1,
  },
  {
    name: 'positions-are-balances',
    promise: 'Every position is the balance of its market, and no balance is without one.',
    sql: `SELECT object_id, denomination, SUM(size) AS off FROM (
            SELECT b.object_id, b.denomination, b.settled AS size FROM balances b
              JOIN objects o ON o.id = b.object_id AND o.type = 'exchange'
             WHERE b.realm_id = ? AND b.denomination LIKE 'PERP:%'
             UNION ALL
            SELECT p.object_id, CONCAT('PERP:', p.market), -p.size FROM venue_positions p
             WHERE p.realm_id = ?) both_sides
           GROUP BY object_id, denomination HAVING off <> 0`,
    realms: 2,
  },
  {
    name: 'venue-cash-is-the-balance',
    promise:
      'The cash of an account, cross, isolated and on its way out, is the balance of its object.',
    sql: `SELECT object_id, SUM(cash) AS off FROM (
            SELECT b.object_id, b.settled AS cash FROM balances b
              JOIN objects o ON o.id = b.object_id AND o.type = 'exchange' AND o.status <> 'deleted'
             WHERE b.realm_id = ? AND b.denomination = 'USD'
             UNION ALL
            SELECT a.object_id, -a.cross_cash - a.reserved_cash FROM venue_accounts a WHERE a.realm_id = ?
             UNION ALL
            SELECT p.object_id, -p.isolated_cash FROM venue_positions p WHERE p.realm_id = ?
          ) both_sides
           GROUP BY object_id HAVING off <> 0`,
    realms: 3,
  },
  {
    name: 'reserved-cash-is-on-its-way',
    promise: 'Cash is out of trading only for transfers that are still to take it.',
    sql: `SELECT object_id, SUM(cash) AS off FROM (
            SELECT a.object_id, a.reserved_cash AS cash FROM venue_accounts a
             WHERE a.realm_id = ? AND a.reserved_cash <> 0
             UNION ALL
            SELECT h.object_id, -h.amount FROM holds h
              JOIN venue_accounts a ON a.object_id = h.object_id AND a.reserved_cash <> 0
             WHERE a.realm_id = ? AND h.resolved_at IS NULL AND h.direction = 'outbound'
          ) both_sides
           GROUP BY object_id HAVING off > 0`,
    realms: 2,
  },
  {
    name: 'fills-make-the-positions',
    promise: 'What was bought less what was sold is what is held.',
    sql: `SELECT object_id, market, SUM(size) AS off FROM (
            SELECT f.object_id, f.market, f.signed_size AS size FROM venue_fills f
             WHERE f.realm_id = ?
             UNION ALL
            SELECT p.object_id, p.market, -p.size FROM venue_positions p WHERE p.realm_id = ?
          ) both_sides
           GROUP BY object_id, market HAVING off <> 0`,
    realms: 2,
  },
  {
    name: 'fees-are-what-fills-paid',
    promise: 'The fee accounts were given what all fills have paid.',
    // The legs of fees are summed, and not the balances of the accounts: a recovery of their
    // boundary takes from those, and payouts too.
    sql: `SELECT path, SUM(amount) AS off FROM (
            SELECT o.path, l.amount FROM objects o JOIN journal_legs l ON l.object_id = o.id
             WHERE o.realm_id = ? AND l.denomination = 'USD'
               AND o.path IN ('/_system/venue/fees', '/_system/platform/fees', '/_builder/fees')
               AND l.kind IN ('fee_exchange', 'fee_platform', 'fee_builder')
             UNION ALL
            SELECT '/_system/venue/fees', -f.exchange_fee FROM venue_fills f WHERE f.realm_id = ?
             UNION ALL
            SELECT '/_system/platform/fees', -f.platform_fee FROM venue_fills f WHERE f.realm_id = ?
             UNION ALL
            SELECT '/_builder/fees', -f.builder_fee FROM venue_fills f WHERE f.realm_id = ?
          ) both_sides
           GROUP BY path HAVING off <> 0`,
    realms: 4,
  },
]

/** Invariant 14: what is traded agrees with the books, exact to the micro. */
export class VenueChecks implements BookCheckSource {
  readonly name = 'venue'

  async realms(reader: SqlReader, after: string, limit: number): Promise<string[]> {
    const rows = await reader.read<{ id: string }>(
      `SELECT realm_id AS id FROM venue_instances WHERE realm_id > ?
        ORDER BY realm_id LIMIT ${Math.trunc(limit)}`,
      [after]
    )
    return rows.map(({ id }) => id)
  }

  async check(reader: SqlReader, realmId: string): Promise<BookVerdict[]> {
    const verdicts: BookVerdict[] = []
    for (const { name, promise, sql, realms } of CHECKS) {
      const violations = await reader.read<Record<string, unknown>>(
        `SELECT * FROM (${sql}) violations LIMIT ${VIOLATIONS_SHOWN}`,
        Array.from({ length: realms }, () => realmId)
      )
      verdicts.push({ name, promise, violations })
    }
    return verdicts
  }
}
