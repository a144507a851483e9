import app from '@adonisjs/core/services/app'
import { Database, type SqlSession } from '#app/storage/database'

const TABLES = `
  realm_heads objects operations journal_groups journal_entries journal_legs balances holds proofs
  events deltas realm_counts request_signatures isolation_zones object_limits reversals
`
  .trim()
  .split(/\s+/)

/** Their rows name operations, and no realm. */
const OF_OPERATIONS = ['operation_parties']

const ORIGINAL = process.env.DB_DATABASE!
/** Beside it: tables of the realm's books that may be damaged, and views of everything else. */
const COPY = `${ORIGINAL}_books`

export async function makeCopy() {
  const database = await app.container.make(Database)
  await database.write(`CREATE DATABASE ${COPY}`)
  const rows = await database.read<Record<string, string>>('SHOW TABLES')
  const others = rows
    .flatMap(Object.values)
    .filter((table) => ![...TABLES, ...OF_OPERATIONS].includes(table))
  for (const table of others) {
    await database.write(`CREATE VIEW ${COPY}.${table} AS SELECT * FROM ${ORIGINAL}.${table}`)
  }
  return async () => {
    await database.write(`DROP DATABASE ${COPY}`)
  }
}

/** A fresh copy of the realm's books, without the triggers that keep history. */
export async function withCopy<Result>(
  realmId: string,
  work: (session: SqlSession) => Promise<Result>
): Promise<Result> {
  const database = await app.container.make(Database)
  return database.withSession(async (session) => {
    for (const table of [...TABLES, ...OF_OPERATIONS]) {
      const rows = TABLES.includes(table)
        ? 'realm_id = ?'
        : 'operation_id IN (SELECT id FROM operations WHERE realm_id = ?)'
      await session.write(`DROP TABLE IF EXISTS ${COPY}.${table}`)
      await session.write(`CREATE TABLE ${COPY}.${table} LIKE ${table}`)
      await session.write(`INSERT INTO ${COPY}.${table} SELECT * FROM ${table} WHERE ${rows}`, [
        realmId,
      ])
    }
    await session.write(`USE ${COPY}`)
    try {
      return await work(session)
    } finally {
      await session.write(`USE ${ORIGINAL}`)
    }
  })
}

/** Damage to the books, and the checks that must see it. */
export const DAMAGE: [what: string, sql: string[], seenBy: string[]][] = [
  [
    'a pending transfer that no stored job is about',
    [
      `UPDATE operations SET state = 'pending'
        WHERE type = 'transfer' ORDER BY created_at DESC LIMIT 1`,
    ],
    ['pending-operations-are-owed'],
  ],
  [
    'a reversal of more than was moved',
    [
      `INSERT INTO reversals (operation_id, reversal_id, realm_id, amount, created_at)
       SELECT id, id, realm_id, amount + 1, created_at FROM operations
        WHERE type = 'transfer' AND state = 'completed' LIMIT 1`,
    ],
    ['reversals-are-covered'],
  ],
  [
    'a posting that one who took part in it does not find',
    [
      `UPDATE operations SET type = 'posting', target_object_id = source_object_id,
              target_path = source_path
        WHERE type = 'transfer' LIMIT 1`,
    ],
    ['parties-are-noted'],
  ],
  [
    'a transfer that somebody finds who took no part in it',
    [
      `INSERT INTO operation_parties (object_id, created_at, operation_id)
       SELECT source_object_id, created_at, id FROM operations WHERE type = 'transfer' LIMIT 1`,
    ],
    ['parties-took-part'],
  ],
  [
    'an object whose limits nobody looks up',
    [
      `INSERT INTO object_limits (object_id, realm_id, max_balance, moved)
       SELECT id, realm_id, 1, 0 FROM objects WHERE path NOT LIKE '/_system%' LIMIT 1`,
    ],
    ['limits-are-marked'],
  ],
  [
    'a leg with another amount',
    ['UPDATE journal_legs SET amount = amount + 1 ORDER BY seq DESC, leg_no LIMIT 1'],
    [
      'legs-cancel',
      'balance-is-sum-of-legs',
      'balance-after-is-continuous',
      'movements-conserve-their-amount',
      'chain-hashes',
    ],
  ],
  [
    'a leg that leaves another balance',
    ['UPDATE journal_legs SET balance_after = balance_after + 1 ORDER BY seq DESC, leg_no LIMIT 1'],
    ['balance-after-is-continuous', 'balance-is-newest-leg', 'chain-hashes'],
  ],
  [
    'a leg of a cash object below zero',
    ["UPDATE journal_legs SET balance_after = -1 WHERE kind = 'transfer' ORDER BY seq LIMIT 1"],
    ['no-leg-below-zero'],
  ],
  [
    'a lost leg',
    ["DELETE FROM journal_legs WHERE kind = 'fee' ORDER BY seq DESC LIMIT 1"],
    ['legs-cancel', 'counts-are-true', 'chain-hashes'],
  ],
  [
    'a balance that is not its legs',
    ['UPDATE balances SET settled = settled + 1 ORDER BY object_id LIMIT 1'],
    ['balance-is-sum-of-legs', 'balance-is-newest-leg'],
  ],
  [
    'an overdrawn balance',
    ['UPDATE balances SET settled = -1 WHERE settled > 0 LIMIT 1'],
    ['no-overdraft'],
  ],
  [
    'departing value nobody holds',
    ['UPDATE balances SET departing = 1, arriving = 1 WHERE settled > 5 LIMIT 1'],
    ['holds-are-shown'],
  ],
  [
    'an open hold of an operation that has ended',
    [
      `INSERT INTO holds (operation_id, object_id, direction, denomination, realm_id, amount, state,
         created_at)
       SELECT id, target_object_id, 'inbound', 'USD', realm_id, 1, 'open', created_at
         FROM operations WHERE type = 'transfer' LIMIT 1`,
    ],
    ['no-hold-outlives-its-operation', 'holds-are-shown'],
  ],
  [
    'an open hold of another amount than its operation has left',
    [
      `UPDATE operations SET type = 'hold', state = 'pending', outcome = '{"remainingAmount":"1.00"}'
        WHERE type = 'transfer' LIMIT 1`,
      `INSERT INTO holds (operation_id, object_id, direction, denomination, realm_id, amount, state,
         created_at)
       SELECT id, source_object_id, 'outbound', 'USD', realm_id, 2, 'open', created_at
         FROM operations WHERE type = 'hold'`,
    ],
    ['holds-hold-what-is-left'],
  ],
  [
    'an open hold that would end at another time than its operation',
    [
      `UPDATE operations SET type = 'hold', state = 'pending',
         outcome = '{"remainingAmount":"2.00","expiresAt":"2030-01-01T00:00:00.000001Z"}'
        WHERE type = 'transfer' LIMIT 1`,
      `INSERT INTO holds (operation_id, object_id, direction, denomination, realm_id, amount, state,
         created_at, expires_at)
       SELECT id, source_object_id, 'outbound', 'USD', realm_id, 2, 'open', created_at, '2030-01-01'
         FROM operations WHERE type = 'hold'`,
    ],
    ['holds-hold-what-is-left'],
  ],
  [
    'a hold that ended without an end',
    ["UPDATE holds SET resolved_at = NULL WHERE state = 'settled' LIMIT 1"],
    ['holds-end-once'],
  ],
  [
    'an object of a boundary that is not around it',
    ["UPDATE objects SET boundary_id = 'bnd_x' WHERE path NOT LIKE '/_system%' LIMIT 1"],
    ['boundaries-enclose-their-objects'],
  ],
  [
    'a zone around an object of another boundary',
    [
      `INSERT INTO isolation_zones (id, realm_id, path, boundary_id, created_at)
       SELECT 'izn_x', realm_id, path, 'bnd_x', created_at FROM objects
        WHERE path NOT LIKE '/_system%' AND active_key = '' LIMIT 1`,
    ],
    ['zones-own-their-objects', 'zones-have-fee-objects'],
  ],
  [
    'a lost entry',
    ['DELETE FROM journal_entries WHERE operation_id IS NOT NULL ORDER BY seq LIMIT 1'],
    ['sequence-has-no-hole', 'chain-hashes'],
  ],
  [
    'an entry with another authority',
    ["UPDATE journal_entries SET authority = 'builder:other' ORDER BY seq DESC LIMIT 1"],
    ['chain-hashes'],
  ],
  [
    'an entry of another time',
    [
      'UPDATE journal_entries SET committed_at = committed_at + INTERVAL 1 SECOND ORDER BY seq LIMIT 1',
    ],
    ['entries-share-the-time-of-their-group'],
  ],
  [
    'an entry of an operation that is not there',
    ["UPDATE journal_entries SET operation_id = 'op_x' WHERE operation_id IS NOT NULL LIMIT 1"],
    ['entries-have-operations'],
  ],
  [
    'a lost group',
    ['DELETE FROM journal_groups ORDER BY seq_to LIMIT 1'],
    ['groups-are-contiguous', 'entries-share-the-time-of-their-group'],
  ],
  [
    'a cut tail',
    [
      'DELETE FROM journal_groups ORDER BY seq_to DESC LIMIT 1',
      'DELETE FROM journal_entries ORDER BY seq DESC LIMIT 1',
    ],
    ['head-is-the-newest-group', 'sequence-has-no-hole', 'legs-have-entries'],
  ],
  [
    'a group with another hash',
    [`UPDATE journal_groups SET hash = REPEAT('0', 64) ORDER BY seq_to LIMIT 1`],
    ['groups-are-contiguous', 'chain-hashes'],
  ],
  [
    'a group that is not later than the one before it',
    ["UPDATE journal_groups SET committed_at = '2020-01-01' ORDER BY seq_to DESC LIMIT 1"],
    ['groups-are-contiguous'],
  ],
  [
    'a head whose time is before that of its group',
    ["UPDATE realm_heads SET committed_at = '2020-01-01'"],
    ['head-is-the-newest-group'],
  ],
  [
    'a head set back',
    ['UPDATE realm_heads SET seq = seq - 1'],
    ['head-is-the-newest-group', 'sequence-has-no-hole'],
  ],
  [
    'a path used by two operations',
    [
      'ALTER TABLE operations DROP KEY operations_path',
      "UPDATE operations SET path = '/op/same' WHERE type = 'transfer'",
    ],
    ['operation-paths-are-used-once'],
  ],
  [
    'a completed movement without legs',
    ["UPDATE operations SET type = 'transfer' WHERE type = 'create' LIMIT 1"],
    ['completed-movements-have-legs', 'counts-are-true'],
  ],
  [
    'a failed operation that moved value',
    ["UPDATE operations SET state = 'failed' WHERE type = 'transfer' LIMIT 1"],
    ['unfinished-operations-moved-nothing'],
  ],
  [
    'an operation of another amount',
    ["UPDATE operations SET amount = amount + 1 WHERE type = 'transfer' LIMIT 1"],
    ['movements-conserve-their-amount'],
  ],
  [
    'an operation without an entry',
    [
      `UPDATE journal_entries SET operation_id = NULL
        WHERE operation_id = (SELECT id FROM operations WHERE type = 'transfer' LIMIT 1)`,
    ],
    ['operations-have-entries', 'chain-hashes'],
  ],
  [
    'a lost operation',
    ["DELETE FROM operations WHERE type = 'deposit' LIMIT 1"],
    ['entries-have-operations', 'holds-have-operations', 'counts-are-true'],
  ],
  [
    'a lost object',
    ["DELETE FROM objects WHERE path = '/users/alice'"],
    [
      'legs-have-objects',
      'balances-have-objects',
      'holds-have-objects',
      'deltas-have-objects',
      'operations-name-objects',
    ],
  ],
  [
    'an operation that names another path than its object has',
    ["UPDATE operations SET source_path = '/users/eve' WHERE type = 'transfer' LIMIT 1"],
    ['operations-name-objects'],
  ],
  [
    'an object that was retired without a withdrawal',
    ["UPDATE objects SET status = 'withdrawn' WHERE path = '/users/alice'"],
    ['withdrawn-objects-were-emptied'],
  ],
  ['a lost balance', ['DELETE FROM balances WHERE settled > 5 LIMIT 1'], ['legs-have-balances']],
  [
    'two living objects at one path',
    [
      'ALTER TABLE objects DROP KEY objects_path',
      "UPDATE objects SET path = '/users/alice' WHERE path = '/users/bob'",
    ],
    ['paths-have-one-living-object'],
  ],
  [
    'proofs, events and deltas of no entry',
    [
      'UPDATE proofs SET seq = 9999',
      'UPDATE events SET seq = 9999 LIMIT 1',
      'UPDATE deltas SET seq = 9999 LIMIT 1',
    ],
    ['proofs-have-entries', 'events-have-entries', 'deltas-have-entries'],
  ],
  [
    'a signature nobody kept',
    ["UPDATE operations SET signature_id = REPEAT('a', 64) WHERE type = 'transfer' LIMIT 1"],
    ['signatures-are-kept'],
  ],
  [
    'a signature behind two operations',
    [
      `INSERT INTO request_signatures
         SELECT realm_id, REPEAT('b', 64), 'sgk', REPEAT('0', 16), '', '', '', created_at, 'POST', '/api/v1/transfer'
           FROM operations LIMIT 1`,
      "UPDATE operations SET signature_id = REPEAT('b', 64) WHERE type = 'transfer' LIMIT 2",
    ],
    ['signatures-serve-one-operation'],
  ],
  [
    'a deleted object that holds something',
    ["UPDATE objects SET status = 'deleted', active_key = id WHERE path = '/users/alice'"],
    ['deleted-objects-hold-nothing'],
  ],
  [
    'a blocked object that nobody deletes',
    ["UPDATE objects SET status = 'deleting' WHERE path = '/users/bob'"],
    ['deleting-objects-have-a-deletion'],
  ],
  [
    'an object being deleted that awaits another movement',
    [
      "UPDATE objects SET status = 'deleting' WHERE path = '/users/bob'",
      `INSERT INTO holds (operation_id, object_id, direction, denomination, realm_id, amount, state,
                          created_at)
       SELECT p.id, o.id, 'inbound', 'USD', o.realm_id, 1, 'open', p.created_at
         FROM objects o JOIN operations p ON p.realm_id = o.realm_id AND p.type = 'transfer'
        WHERE o.path = '/users/bob' LIMIT 1`,
    ],
    ['deleting-objects-hold-only-their-sweep'],
  ],
  [
    'an open realm with the end of a closed one',
    ["UPDATE realm_heads SET closed_by = 'evt_x'"],
    ['closed-realms-have-ended'],
  ],
  [
    'a count that is off',
    ["UPDATE realm_counts SET amount = amount + 1 WHERE counted = 'operation:transfer'"],
    ['counts-are-true'],
  ],
]
