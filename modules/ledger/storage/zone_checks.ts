import type { BookCheck } from './check_scope.ts'

/** Whether a path is another path's root, or lies below it. */
const within = (path: string, root: string) =>
  `LEFT(${path}, CHAR_LENGTH(${root}) + 1) IN (${root}, CONCAT(${root}, '/'))`

/**
 * The promises of isolation zones about their objects. The first two together say that the boundary
 * of a living object is that of the nearest zone around it.
 */
export const ZONE_CHECKS: BookCheck[] = [
  {
    name: 'boundaries-enclose-their-objects',
    promise: 'An object outside the default boundary lies in the zone of its boundary.',
    sql: (scope) =>
      `SELECT o.id, o.path, o.boundary_id FROM objects o
         JOIN objects f ON f.realm_id = o.realm_id AND f.path = '/_system/fees'
                       AND f.active_key = ''
         LEFT JOIN isolation_zones z ON z.boundary_id = o.boundary_id AND z.realm_id = o.realm_id
        WHERE ${scope.on('o')} AND o.active_key = '' AND o.boundary_id <> f.boundary_id
          AND NOT ${within('o.path', "'/_system'")}
          AND (z.path IS NULL OR NOT ${within('o.path', 'z.path')})`,
  },
  {
    name: 'zones-own-their-objects',
    promise: 'Every object in a zone has its boundary, or that of a zone inside it.',
    sql: (scope) =>
      `SELECT z.path AS zone, o.id, o.path, o.boundary_id FROM isolation_zones z
         JOIN objects o ON o.realm_id = z.realm_id AND o.active_key = ''
                       AND o.path >= z.path AND o.path < CONCAT(z.path, '0')
         LEFT JOIN isolation_zones n ON n.boundary_id = o.boundary_id AND n.realm_id = o.realm_id
        WHERE ${scope.on('z')} AND ${within('o.path', 'z.path')}
          AND (n.path IS NULL OR NOT ${within('n.path', 'z.path')})`,
  },
  {
    name: 'zones-have-fee-objects',
    promise: 'Every zone has the object that collects the fees of its boundary.',
    sql: (scope) =>
      `SELECT z.path, z.boundary_id FROM isolation_zones z
         LEFT JOIN objects f ON f.realm_id = z.realm_id AND f.active_key = ''
                            AND f.path = CONCAT('/_system/fees/', z.boundary_id)
        WHERE ${scope.on('z')} AND (f.id IS NULL OR f.boundary_id <> z.boundary_id)`,
  },
]
