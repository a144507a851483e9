import { sqlTypes, type BookCheck } from './check_scope.ts'

/** The promises of the journal's entries, legs and groups. */
export const JOURNAL_CHECKS: BookCheck[] = [
  {
    name: 'legs-cancel',
    promise: 'The legs of every entry sum to zero per denomination.',
    sql: (scope) =>
      `SELECT l.realm_id, l.seq, l.denomination, SUM(l.amount) AS off FROM journal_legs l
        ${scope.by('journal_legs_entry')} WHERE ${scope.on('l', 'seq')}
        GROUP BY l.realm_id, l.seq, l.denomination HAVING off <> 0`,
  },
  {
    name: 'balance-after-is-continuous',
    promise: 'Each leg carries the balance before it plus its own amount.',
    sql: (scope) =>
      `SELECT object_id, denomination, seq, leg_no FROM (
         SELECT l.object_id, l.denomination, l.seq, l.leg_no, l.amount, l.balance_after,
                COALESCE(LAG(l.balance_after) OVER w, ${
                  scope.whole ? '0' : 'l.balance_after - l.amount'
                }) AS before_leg
           FROM journal_legs l ${scope.by('journal_legs_entry')} WHERE ${scope.on('l', 'seq')}
         WINDOW w AS (PARTITION BY l.object_id, l.denomination ORDER BY l.seq, l.leg_no)) chained
        WHERE balance_after <> before_leg + amount`,
  },
  {
    name: 'no-leg-below-zero',
    promise:
      'No leg ever left a cash object below zero, save the outside world and what keeps books of its own.',
    sql: (scope) =>
      `SELECT l.object_id, l.seq, l.balance_after FROM journal_legs l
         ${scope.by('journal_legs_entry')} STRAIGHT_JOIN objects o ON o.id = l.object_id
        WHERE ${scope.on('l', 'seq')} AND l.balance_after < 0
          AND o.path <> '/_system/external' AND o.keeps_own_books = 0`,
  },
  {
    name: 'sequence-has-no-hole',
    promise: 'Entries are numbered from 1 to the head without a hole.',
    whole: true,
    sql: (scope) =>
      `SELECT h.realm_id, h.seq, COUNT(e.seq) AS entries, MIN(e.seq) AS low, MAX(e.seq) AS high
         FROM realm_heads h LEFT JOIN journal_entries e ON e.realm_id = h.realm_id
        WHERE ${scope.on('h')}
        GROUP BY h.realm_id, h.seq
       HAVING entries <> h.seq OR low <> 1 OR high <> h.seq`,
  },
  {
    name: 'groups-are-contiguous',
    promise: 'Groups follow each other, in sequence, in time and in hash, up to the head.',
    sql: (scope) => {
      const opening = (column: string, first: string) => (scope.whole ? first : column)
      return `SELECT realm_id, seq_to FROM (
         SELECT g.realm_id, g.seq_from, g.seq_to, g.entry_count, g.committed_at, g.prev_hash,
                COALESCE(LAG(g.seq_to) OVER w, ${opening('g.seq_from - 1', '0')}) AS former_seq,
                COALESCE(LAG(g.hash) OVER w, ${opening('g.prev_hash', "''")}) AS former_hash,
                LAG(g.committed_at) OVER w AS former_time
           FROM journal_groups g WHERE ${scope.on('g', 'seq_to')}
         WINDOW w AS (PARTITION BY g.realm_id ORDER BY g.seq_to)) chained
        WHERE seq_from <> former_seq + 1 OR entry_count <> seq_to - seq_from + 1
           OR prev_hash <> former_hash OR committed_at <= former_time`
    },
  },
  {
    name: 'head-is-the-newest-group',
    promise: 'The head of each realm is its newest group, and not behind it in time.',
    sql: (scope) =>
      `SELECT h.realm_id, h.seq, newest.seq_to FROM realm_heads h
         LEFT JOIN journal_groups g ON g.realm_id = h.realm_id AND g.seq_to = h.seq
         LEFT JOIN (SELECT n.realm_id, MAX(n.seq_to) AS seq_to FROM journal_groups n
                     WHERE ${scope.on('n')} GROUP BY n.realm_id) newest
           ON newest.realm_id = h.realm_id
        WHERE ${scope.on('h')} AND (g.hash IS NULL OR g.hash <> h.hash
           OR g.committed_at > h.committed_at OR newest.seq_to <> h.seq)`,
  },
  {
    name: 'entries-share-the-time-of-their-group',
    promise: 'Every entry lies in a group and was committed with it.',
    sql: (scope) =>
      `SELECT e.realm_id, e.seq FROM journal_entries e
         LEFT JOIN journal_groups g FORCE INDEX (journal_groups_time)
           ON g.realm_id = e.realm_id AND g.committed_at = e.committed_at
        WHERE ${scope.on('e', 'seq')}
          AND (g.seq_to IS NULL OR e.seq NOT BETWEEN g.seq_from AND g.seq_to)`,
  },
  {
    name: 'operation-paths-are-used-once',
    promise: 'An operation path stands for one operation per realm.',
    sql: (scope) =>
      `SELECT o.realm_id, o.path, COUNT(*) AS operations FROM operations o ${scope.by('operations_newest')}
        WHERE ${scope.on('o', 'created_at')} GROUP BY o.realm_id, o.path HAVING operations > 1`,
  },
  {
    name: 'completed-movements-have-legs',
    promise: 'Every completed movement moved something, exactly once.',
    sql: (scope) =>
      `SELECT o.id, COUNT(DISTINCT l.seq) AS postings FROM operations o ${scope.by('operations_newest')}
         LEFT JOIN journal_entries e FORCE INDEX (journal_entries_operation) ON e.operation_id = o.id
         LEFT JOIN journal_legs l FORCE INDEX (journal_legs_entry) ON l.realm_id = e.realm_id AND l.seq = e.seq
        WHERE ${scope.on('o', 'created_at')}
          AND o.state = 'completed' AND o.type IN (${sqlTypes('moves', 'amount', 'something')})
        GROUP BY o.id HAVING postings <> 1`,
  },
  {
    name: 'reversals-are-covered',
    promise: 'Reversals together move back no more than a movement has moved.',
    sql: (scope) =>
      `SELECT o.id, o.amount, SUM(r.amount) AS reversed
         FROM reversals r FORCE INDEX (reversals_by_realm)
         JOIN operations o ON o.id = r.operation_id
         JOIN operations back ON back.id = r.reversal_id AND back.state <> 'failed'
        WHERE ${scope.on('r')} GROUP BY o.id, o.amount HAVING reversed > o.amount`,
  },
  {
    name: 'unfinished-operations-moved-nothing',
    promise: 'An operation that failed or expired has no legs.',
    sql: (scope) =>
      `SELECT DISTINCT o.id, o.state FROM operations o ${scope.by('operations_newest')}
         STRAIGHT_JOIN journal_entries e FORCE INDEX (journal_entries_operation)
            ON e.operation_id = o.id
         STRAIGHT_JOIN journal_legs l FORCE INDEX (journal_legs_entry) ON l.realm_id = e.realm_id AND l.seq = e.seq
        WHERE ${scope.on('o', 'created_at')} AND o.state IN ('failed', 'expired')`,
  },
  {
    name: 'movements-conserve-their-amount',
    promise: 'What a movement takes from its source is its amount: what arrives, and the fee.',
    sql: (scope) =>
      `SELECT o.id, o.amount, SUM(IF(l.amount < 0, -l.amount, 0)) AS paid
         FROM operations o ${scope.by('operations_newest')}
         STRAIGHT_JOIN journal_entries e FORCE INDEX (journal_entries_operation)
            ON e.operation_id = o.id
         STRAIGHT_JOIN journal_legs l FORCE INDEX (journal_legs_entry) ON l.realm_id = e.realm_id AND l.seq = e.seq
        WHERE ${scope.on('o', 'created_at')}
          AND o.state = 'completed' AND o.type IN (${sqlTypes('moves', 'amount')})
        GROUP BY o.id, o.amount HAVING o.amount IS NULL OR paid <> o.amount`,
  },
]
