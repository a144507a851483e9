import type { BookCheck, CheckScope } from './check_scope.ts'

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
    name: 'paths-have-one-living-object',
    promise: 'At most one object that is not deleted holds a path.',
    sql: (scope) =>
      `SELECT o.realm_id, o.path, COUNT(*) AS objects FROM objects o
        WHERE ${scope.on('o')} AND o.status <> 'deleted'
        GROUP BY o.realm_id, o.path HAVING objects > 1`,
  },
]
