/**
 * The invariants of the books as SQL: each query returns the rows that break its promise, so an
 * empty answer is a good one. The database keeps no foreign keys on the hot path; these checks
 * prove the references instead.
 */
export interface BookCheck {
  name: string
  promise: string
  sql: string
}

const VIOLATIONS_SHOWN = 10

export const BOOK_CHECKS: BookCheck[] = [
  {
    name: 'legs-cancel',
    promise: 'The legs of every entry sum to zero per denomination.',
    sql: `SELECT realm_id, seq, denomination, SUM(amount) AS off FROM journal_legs
           GROUP BY realm_id, seq, denomination HAVING off <> 0`,
  },
  {
    name: 'balance-is-sum-of-legs',
    promise: 'Every cached balance equals the sum of its legs.',
    sql: `SELECT b.object_id, b.denomination, b.settled, l.total FROM balances b
            LEFT JOIN (SELECT object_id, denomination, SUM(amount) AS total FROM journal_legs
                        GROUP BY object_id, denomination) l
              ON l.object_id = b.object_id AND l.denomination = b.denomination
           WHERE b.settled <> COALESCE(l.total, 0)`,
  },
  {
    name: 'balance-after-is-continuous',
    promise: 'Each leg carries the balance before it plus its own amount.',
    sql: `SELECT object_id, denomination, seq, leg_no FROM (
            SELECT object_id, denomination, seq, leg_no, amount, balance_after,
                   COALESCE(LAG(balance_after) OVER w, 0) AS before_leg
              FROM journal_legs
            WINDOW w AS (PARTITION BY object_id, denomination ORDER BY seq, leg_no)) chained
           WHERE balance_after <> before_leg + amount`,
  },
  {
    name: 'no-overdraft',
    promise: 'No cash object but the outside world is below zero or over-committed.',
    sql: `SELECT b.object_id, b.settled, b.departing FROM balances b
            JOIN objects o ON o.id = b.object_id
           WHERE o.path <> '/_system/external' AND o.type <> 'exchange'
             AND (b.settled < 0 OR b.settled < b.departing)`,
  },
  {
    name: 'holds-are-shown',
    promise: 'Arriving and departing equal the open holds.',
    sql: `SELECT b.object_id, b.denomination, b.arriving, b.departing FROM balances b
            LEFT JOIN (SELECT object_id, denomination,
                              SUM(IF(direction = 'inbound', amount, 0)) AS inbound,
                              SUM(IF(direction = 'outbound', amount, 0)) AS outbound
                         FROM holds WHERE state = 'open' GROUP BY object_id, denomination) h
              ON h.object_id = b.object_id AND h.denomination = b.denomination
           WHERE b.arriving <> COALESCE(h.inbound, 0) OR b.departing <> COALESCE(h.outbound, 0)`,
  },
  {
    name: 'no-hold-outlives-its-operation',
    promise: 'Only pending operations have open holds.',
    sql: `SELECT h.operation_id, o.state FROM holds h JOIN operations o ON o.id = h.operation_id
           WHERE h.state = 'open' AND o.state <> 'pending'`,
  },
  {
    name: 'sequence-has-no-hole',
    promise: 'Entries are numbered from 1 to the head without a hole.',
    sql: `SELECT h.realm_id, h.seq, COUNT(e.seq) AS entries, MIN(e.seq) AS low, MAX(e.seq) AS high
            FROM realm_heads h LEFT JOIN journal_entries e ON e.realm_id = h.realm_id
           GROUP BY h.realm_id, h.seq
          HAVING entries <> h.seq OR low <> 1 OR high <> h.seq`,
  },
  {
    name: 'groups-are-contiguous',
    promise: 'Groups follow each other, in sequence, in time and in hash, up to the head.',
    sql: `SELECT realm_id, seq_to FROM (
            SELECT realm_id, seq_from, seq_to, entry_count, committed_at, prev_hash,
                   COALESCE(LAG(seq_to) OVER w, 0) AS former_seq,
                   COALESCE(LAG(hash) OVER w, '') AS former_hash,
                   LAG(committed_at) OVER w AS former_time
              FROM journal_groups WINDOW w AS (PARTITION BY realm_id ORDER BY seq_to)) chained
           WHERE seq_from <> former_seq + 1 OR entry_count <> seq_to - seq_from + 1
              OR prev_hash <> former_hash OR committed_at <= former_time`,
  },
  {
    name: 'head-is-the-newest-group',
    promise: 'The head of each realm is its newest group.',
    sql: `SELECT h.realm_id, h.seq FROM realm_heads h
            LEFT JOIN journal_groups g ON g.realm_id = h.realm_id AND g.seq_to = h.seq
           WHERE g.hash IS NULL OR g.hash <> h.hash OR g.committed_at <> h.committed_at`,
  },
  {
    name: 'entries-have-operations',
    promise: 'Every entry that names an operation finds it in its own realm.',
    sql: `SELECT e.realm_id, e.seq FROM journal_entries e
            LEFT JOIN operations o ON o.id = e.operation_id AND o.realm_id = e.realm_id
           WHERE e.operation_id IS NOT NULL AND o.id IS NULL`,
  },
  {
    name: 'completed-movements-have-legs',
    promise: 'Every completed movement moved something, exactly once.',
    sql: `SELECT o.id, COUNT(DISTINCT l.seq) AS postings FROM operations o
            LEFT JOIN journal_entries e ON e.operation_id = o.id
            LEFT JOIN journal_legs l ON l.realm_id = e.realm_id AND l.seq = e.seq
           WHERE o.state = 'completed' AND o.type IN ('transfer', 'deposit')
           GROUP BY o.id HAVING postings <> 1`,
  },
]

/** The query of a check, bounded: more than a handful of violations say nothing more. */
export function boundedSql({ sql }: BookCheck): string {
  return `SELECT * FROM (${sql}) violations LIMIT ${VIOLATIONS_SHOWN}`
}
