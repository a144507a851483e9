import type { BookCheck } from './check_scope.ts'

/** The promises about objects and realms that have ended, or are about to end. */
export const DELETION_CHECKS: BookCheck[] = [
  {
    name: 'deleted-objects-hold-nothing',
    promise: 'A deleted object holds nothing, awaits nothing, and has its tombstone.',
    sql: (scope) =>
      `SELECT o.id, o.path, b.settled, b.arriving, b.departing FROM objects o
         LEFT JOIN balances b ON b.object_id = o.id
        WHERE ${scope.on('o')} AND o.status = 'deleted'
          AND (b.settled <> 0 OR b.arriving <> 0 OR b.departing <> 0
            OR o.deleted_at IS NULL OR o.display_name IS NULL OR o.active_key <> o.id)`,
  },
  {
    name: 'withdrawn-objects-were-emptied',
    promise: 'An object is withdrawn exactly since the withdrawal that emptied it.',
    sql: (scope) =>
      `SELECT o.id, o.path, o.withdrawn_at FROM objects o
        WHERE ${scope.on('o')} AND (o.status = 'withdrawn') <> (o.withdrawn_at IS NOT NULL)`,
  },
  {
    name: 'deleting-objects-have-a-deletion',
    promise: 'An object is blocked exactly while one deletion of it is pending.',
    // The check reads the operations of every object.
    whole: true,
    sql: (scope) =>
      `SELECT o.id, o.status, COUNT(p.id) AS pending FROM objects o
         LEFT JOIN (SELECT d.id, d.source_object_id FROM operations d
                     WHERE ${scope.on('d')} AND d.type = 'delete' AND d.state = 'pending') p
           ON p.source_object_id = o.id
        WHERE ${scope.on('o')}
        GROUP BY o.id, o.status HAVING pending <> (o.status = 'deleting')`,
  },
  {
    name: 'deleting-objects-hold-only-their-sweep',
    promise: 'What an object being deleted holds is what its own deletion sweeps, all of it.',
    sql: (scope) =>
      `SELECT o.id, h.operation_id, h.direction, h.amount FROM objects o
         JOIN holds h ON h.object_id = o.id AND h.resolved_at IS NULL
         LEFT JOIN operations p ON p.id = h.operation_id AND p.type = 'delete'
              AND p.source_object_id = o.id
        WHERE ${scope.on('o')} AND o.status = 'deleting'
          AND (p.id IS NULL OR h.direction <> 'outbound' OR h.amount <> p.amount)`,
  },
  {
    name: 'closed-realms-have-ended',
    promise: 'A closed realm ends with the event that closed it, and only a closed one does.',
    sql: (scope) =>
      `SELECT h.realm_id, h.closed_by, r.closed_at FROM realm_heads h
         JOIN realms r ON r.id = h.realm_id
         LEFT JOIN events e ON e.id = h.closed_by AND e.realm_id = h.realm_id
              AND e.type = 'realm.deleted'
        WHERE ${scope.on('h')}
          AND ((h.closed_by IS NULL) <> (r.closed_at IS NULL)
            OR (r.closed_at IS NULL) <> (r.closed_key = '')
            OR (h.closed_by IS NOT NULL AND (e.seq IS NULL OR e.seq <> h.seq)))`,
  },
]
