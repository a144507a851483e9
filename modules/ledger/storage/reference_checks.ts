import { sqlTypes, type BookCheck, type CheckScope } from './check_scope.ts'

/** Checks that a row that names a row of another table finds it, in its own realm. */
function references(
  name: string,
  promise: string,
  from: { table: string; columns: string; place?: 'seq' | 'created_at'; named?: string },
  to: { table: string; index?: string; on: string; found: string }
): BookCheck {
  return {
    name,
    promise,
    sql: (scope) =>
      `SELECT ${from.columns} FROM ${from.table} a ${partBy(scope, from.table)}
         LEFT JOIN ${to.table} b FORCE INDEX (${to.index ?? 'PRIMARY'}) ON ${to.on} AND b.realm_id = a.realm_id
        WHERE ${scope.on('a', from.place ?? null)} AND ${from.named ?? '1 = 1'}
          AND b.${to.found} IS NULL`,
  }
}

const PARTS: Record<string, string> = {
  journal_legs: 'journal_legs_entry',
  operations: 'operations_newest',
}

function partBy(scope: CheckScope, table: string): string {
  const index = PARTS[table]
  return index === undefined ? '' : scope.by(index)
}

const ENTRY = { table: 'journal_entries', on: 'b.seq = a.seq', found: 'seq' }
const OPERATION = { table: 'operations', on: 'b.id = a.operation_id', found: 'id' }
const OBJECT = { table: 'objects', on: 'b.id = a.object_id', found: 'id' }

export const REFERENCE_CHECKS: BookCheck[] = [
  references(
    'entries-have-operations',
    'Every entry that names an operation finds it in its own realm.',
    {
      table: 'journal_entries',
      columns: 'a.realm_id, a.seq',
      place: 'seq',
      named: 'a.operation_id IS NOT NULL',
    },
    OPERATION
  ),
  references(
    'operations-have-entries',
    'Every operation came with an entry.',
    { table: 'operations', columns: 'a.id', place: 'created_at' },
    {
      table: 'journal_entries',
      index: 'journal_entries_operation',
      on: 'b.operation_id = a.id',
      found: 'seq',
    }
  ),
  references(
    'signatures-are-kept',
    'Every operation of a signed request finds the signature.',
    {
      table: 'operations',
      columns: 'a.id',
      place: 'created_at',
      named: 'a.signature_id IS NOT NULL',
    },
    { table: 'request_signatures', on: 'b.id = a.signature_id', found: 'id' }
  ),
  {
    name: 'signatures-serve-one-operation',
    promise: 'A signature is behind one operation, or behind the parts of one bulk.',
    sql: (scope) =>
      `SELECT o.signature_id, COUNT(*) AS operations FROM operations o
         ${scope.by('operations_newest')}
         JOIN request_signatures s ON s.realm_id = o.realm_id AND s.id = o.signature_id
        WHERE ${scope.on('o', 'created_at')} AND s.route NOT LIKE '%/transfers/bulk'
        GROUP BY o.realm_id, o.signature_id HAVING operations > 1`,
  },
  references(
    'legs-have-entries',
    'Every leg belongs to an entry of its realm.',
    { table: 'journal_legs', columns: 'a.object_id, a.seq, a.leg_no', place: 'seq' },
    ENTRY
  ),
  references(
    'legs-have-objects',
    'Every leg belongs to an object of its realm.',
    { table: 'journal_legs', columns: 'a.object_id, a.seq, a.leg_no', place: 'seq' },
    OBJECT
  ),
  references(
    'balances-have-objects',
    'Every balance belongs to an object of its realm.',
    { table: 'balances', columns: 'a.object_id, a.denomination' },
    OBJECT
  ),
  references(
    'holds-have-objects',
    'Every hold belongs to an object of its realm.',
    { table: 'holds', columns: 'a.operation_id, a.object_id' },
    OBJECT
  ),
  references(
    'holds-have-operations',
    'Every hold belongs to an operation of its realm.',
    { table: 'holds', columns: 'a.operation_id, a.object_id' },
    OPERATION
  ),
  references(
    'proofs-have-entries',
    'Every proof belongs to an entry.',
    { table: 'proofs', columns: 'a.id', place: 'seq' },
    ENTRY
  ),
  references(
    'events-have-entries',
    'Every event was committed with an entry.',
    { table: 'events', columns: 'a.id', place: 'seq' },
    ENTRY
  ),
  references(
    'deltas-have-entries',
    'Every delta was committed with an entry.',
    { table: 'deltas', columns: 'a.id', place: 'seq' },
    ENTRY
  ),
  references(
    'deltas-have-objects',
    'Every delta tells of an object of its realm.',
    { table: 'deltas', columns: 'a.id', place: 'seq' },
    OBJECT
  ),
  {
    name: 'operations-name-objects',
    promise: 'The sides of an operation are objects of its realm, at the paths it names.',
    sql: (scope) =>
      `SELECT o.id FROM operations o ${scope.by('operations_newest')}
         LEFT JOIN objects s ON s.id = o.source_object_id AND s.realm_id = o.realm_id
         LEFT JOIN objects t ON t.id = o.target_object_id AND t.realm_id = o.realm_id
        WHERE ${scope.on('o', 'created_at')}
          AND ((o.source_object_id IS NOT NULL AND NOT (s.path <=> o.source_path))
            OR (o.target_object_id IS NOT NULL AND NOT (t.path <=> o.target_path)))`,
  },
  {
    name: 'parties-are-noted',
    promise:
      'Whoever took part in a posting or a reversal, beside its two sides, is noted with it.',
    sql: (scope) =>
      `SELECT DISTINCT o.id, l.object_id FROM operations o ${scope.by('operations_newest')}
         STRAIGHT_JOIN journal_entries e FORCE INDEX (journal_entries_operation)
            ON e.operation_id = o.id
         STRAIGHT_JOIN journal_legs l FORCE INDEX (journal_legs_entry)
            ON l.realm_id = e.realm_id AND l.seq = e.seq AND l.kind <> 'fee'
         LEFT JOIN operation_parties p
           ON p.object_id = l.object_id AND p.created_at = o.created_at AND p.operation_id = o.id
        WHERE ${scope.on('o', 'created_at')} AND o.type IN (${sqlTypes('ofMany', true)})
          AND l.object_id NOT IN (o.source_object_id, o.target_object_id)
          AND p.operation_id IS NULL`,
  },
  {
    name: 'parties-took-part',
    promise: 'Whoever is noted with an operation has a leg of it, and is neither of its sides.',
    whole: true,
    sql: (scope) =>
      `SELECT p.operation_id, p.object_id FROM objects b
         STRAIGHT_JOIN operation_parties p ON p.object_id = b.id
         LEFT JOIN operations o ON o.id = p.operation_id AND o.realm_id = b.realm_id
               AND o.created_at = p.created_at AND o.type IN (${sqlTypes('ofMany', true)})
        WHERE ${scope.on('b')}
          AND (o.id IS NULL OR p.object_id IN (o.source_object_id, o.target_object_id)
               OR NOT EXISTS (
                 SELECT 1 FROM journal_entries e
                   JOIN journal_legs l ON l.realm_id = e.realm_id AND l.seq = e.seq
                  WHERE e.operation_id = o.id AND l.object_id = p.object_id AND l.kind <> 'fee'))`,
  },
  {
    name: 'paths-have-one-living-object',
    promise: 'At most one object that is not deleted holds a path.',
    sql: (scope) =>
      `SELECT o.realm_id, o.path, COUNT(*) AS objects FROM objects o
        WHERE ${scope.on('o')} AND o.status <> 'deleted'
        GROUP BY o.realm_id, o.path HAVING objects > 1`,
  },
]
