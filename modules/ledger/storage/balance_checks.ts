import type { BookCheck } from './check_scope.ts'

/** What the cached balances, the holds and the counts promise of the journal they follow from. */
export const BALANCE_CHECKS: BookCheck[] = [
  {
    name: 'balance-is-sum-of-legs',
    promise: 'Every cached balance equals the sum of its legs.',
    whole: true,
    sql: (scope) =>
      `SELECT b.object_id, b.denomination, b.settled, l.total FROM balances b
         LEFT JOIN (SELECT s.object_id, s.denomination, SUM(s.amount) AS total
                      FROM journal_legs s WHERE ${scope.on('s')}
                     GROUP BY s.object_id, s.denomination) l
           ON l.object_id = b.object_id AND l.denomination = b.denomination
        WHERE ${scope.on('b')} AND b.settled <> COALESCE(l.total, 0)`,
  },
  {
    name: 'balance-is-newest-leg',
    promise: 'Every cached balance is the balance after its newest leg.',
    sql: (scope) =>
      `SELECT object_id, denomination, settled, derived FROM (
         SELECT b.object_id, b.denomination, b.settled,
                COALESCE((SELECT l.balance_after FROM journal_legs l
                           WHERE l.object_id = b.object_id AND l.denomination = b.denomination
                           ORDER BY l.seq DESC, l.leg_no DESC LIMIT 1), 0) AS derived
           FROM balances b WHERE ${scope.on('b')}) cached
        WHERE settled <> derived`,
  },
  {
    name: 'legs-have-balances',
    promise: 'What has legs has a balance.',
    sql: (scope) =>
      `SELECT DISTINCT l.object_id, l.denomination
         FROM journal_legs l ${scope.by('journal_legs_entry')}
         LEFT JOIN balances b ON b.object_id = l.object_id AND b.denomination = l.denomination
        WHERE ${scope.on('l', 'seq')} AND b.object_id IS NULL`,
  },
  {
    name: 'no-overdraft',
    promise: 'No cash object but the outside world is below zero or over-committed.',
    sql: (scope) =>
      `SELECT b.object_id, b.settled, b.departing FROM balances b
         JOIN objects o ON o.id = b.object_id
        WHERE ${scope.on('b')} AND o.path <> '/_system/external' AND o.keeps_own_books = 0
          AND (b.settled < 0 OR b.settled < b.departing)`,
  },
  {
    name: 'holds-are-shown',
    promise: 'Arriving and departing equal the open holds.',
    sql: (scope) =>
      `SELECT b.object_id, b.denomination, b.arriving, b.departing FROM balances b
         LEFT JOIN (SELECT s.object_id, s.denomination,
                           SUM(IF(s.direction = 'inbound', s.amount, 0)) AS inbound,
                           SUM(IF(s.direction = 'outbound', s.amount, 0)) AS outbound
                      FROM holds s WHERE ${scope.on('s')} AND s.state = 'open'
                     GROUP BY s.object_id, s.denomination) h
           ON h.object_id = b.object_id AND h.denomination = b.denomination
        WHERE ${scope.on('b')}
          AND (b.arriving <> COALESCE(h.inbound, 0) OR b.departing <> COALESCE(h.outbound, 0))`,
  },
  {
    name: 'no-hold-outlives-its-operation',
    promise: 'Only pending operations have open holds.',
    sql: (scope) =>
      `SELECT h.operation_id, o.state FROM holds h JOIN operations o ON o.id = h.operation_id
        WHERE ${scope.on('h')} AND h.state = 'open' AND o.state <> 'pending'`,
  },
  {
    name: 'holds-end-once',
    promise: 'A hold is open, settled or released, and has ended exactly when it is not open.',
    sql: (scope) =>
      `SELECT h.operation_id, h.object_id, h.state FROM holds h
        WHERE ${scope.on('h')}
          AND (h.state NOT IN ('open', 'settled', 'released') OR h.amount <= 0
               OR (h.state = 'open') <> (h.resolved_at IS NULL))`,
  },
  {
    name: 'holds-hold-what-is-left',
    promise:
      "Open rows of a caller's hold say what its operation does: the poster reads only that, and what ends holds in time finds them by the rows.",
    sql: (scope) =>
      `SELECT h.operation_id, h.object_id, h.amount FROM holds h
         JOIN operations o ON o.id = h.operation_id AND o.type = 'hold'
        WHERE ${scope.on('h')} AND h.state = 'open'
          AND (h.amount <> CAST(JSON_VALUE(o.outcome, '$.remainingAmount') AS DECIMAL(36,6))
               OR NOT h.object_id <=> IF(h.direction = 'outbound', o.source_object_id, o.target_object_id)
               OR NOT h.expires_at <=> CAST(TRIM(TRAILING 'Z' FROM JSON_VALUE(o.outcome, '$.expiresAt')) AS DATETIME(6)))`,
  },
  {
    name: 'limits-are-marked',
    promise: 'An object is marked exactly when limits bound it: others are not looked up.',
    sql: (scope) =>
      `SELECT o.id, o.has_limits FROM objects o
         LEFT JOIN object_limits m ON m.object_id = o.id AND m.realm_id = o.realm_id
        WHERE ${scope.on('o')}
          AND o.has_limits <> (COALESCE(m.max_per_movement, m.max_per_day, m.max_balance, m.min_balance)
                               IS NOT NULL)`,
  },
  {
    name: 'counts-are-true',
    promise: 'The counts of a realm are what a scan finds.',
    whole: true,
    sql: (scope) =>
      `SELECT realm_id, counted, SUM(amount) AS off FROM (
         SELECT c.realm_id, c.counted, c.amount FROM realm_counts c WHERE ${scope.on('c')}
         UNION ALL
         SELECT o.realm_id, CONCAT('operation:', o.type), -COUNT(*) FROM operations o
          WHERE ${scope.on('o')} GROUP BY o.realm_id, o.type
         UNION ALL
         SELECT p.realm_id, 'pending', -COUNT(*) FROM operations p
          WHERE ${scope.on('p')} AND p.state = 'pending' GROUP BY p.realm_id
         UNION ALL
         SELECT v.realm_id, CONCAT('event:', v.type), -COUNT(*) FROM events v
          WHERE ${scope.on('v')} GROUP BY v.realm_id, v.type
         UNION ALL
         SELECT d.realm_id, CONCAT('delta:', d.delta_type), -COUNT(*) FROM deltas d
          WHERE ${scope.on('d')} GROUP BY d.realm_id, d.delta_type
         UNION ALL
         SELECT l.realm_id, 'delta:balance_change', -COUNT(*) FROM journal_legs l
          WHERE ${scope.on('l')} GROUP BY l.realm_id) counted_twice
        GROUP BY realm_id, counted HAVING off <> 0`,
  },
]
