import type { Micros } from '#app/clock/clock'
import type { SqlReader } from '#app/storage/database'
import { createdWithin, givenConditions, olderThan } from '#app/storage/filter'
import { LIVING, USABLE, objectScope, withinPrefixes } from './object_scope.ts'
import { pathConditions, type PathFilter } from './path_filter.ts'
import { LISTED_OBJECT_COLUMNS, SHOWN_OBJECT_COLUMNS, type ShownObjectRow } from './rows.ts'
import type { WalkSource } from '#app/storage/walk'

/** The filter of a list of objects; `path` and `pathPrefix` are those of the object. */
export interface ObjectFilter extends PathFilter {
  realmId: string
  /** At or below this path; with a trailing slash, only below it. */
  prefix: string
  objectId?: string
  type?: string
  /** Time of creation; `from` and `to` are inclusive. */
  from?: Micros
  to?: Micros
  /** Whether deleted and deleting objects are listed; withdrawn ones always are. */
  includeDeleted: boolean
  /** Prefixes below which the caller could see anything; null for everywhere. */
  within: readonly string[] | null
}

/** The columns that identify and place an object of a list. */
export interface ObjectKey {
  id: string
  path: string
  created_at: string
}

export interface NewestPlace {
  createdAt: string
  id: string
}

/**
 * Up to this many objects of a prefix are cheaper to sort than to find by walking a realm by age.
 */
const SORTED_OBJECTS = 10_000

/** The usable objects of a filter up to a cut, newest first. */
export async function objectSource(
  session: SqlReader,
  filter: ObjectFilter,
  cut: string
): Promise<WalkSource<ObjectKey, NewestPlace>> {
  const { where, values } = whereOf(filter, cut)
  const index = (await isSmall(session, filter)) ? 'objects_place' : 'objects_newest'
  return {
    placeOf: ({ id, created_at: createdAt }) => ({ id, createdAt }),
    read: (after, count) => {
      const older = olderThan(after)
      return session.read<ObjectKey>(
        `SELECT id, path, created_at FROM objects FORCE INDEX (${index})
          WHERE ${where}${older.and} ORDER BY created_at DESC, id DESC LIMIT ${count}`,
        [...values, ...older.values]
      )
    },
  }
}

/** The optimizer guesses this badly: it walks a whole realm by age for a prefix of two objects. */
async function isSmall(session: SqlReader, filter: ObjectFilter) {
  const named = pathConditions('path', filter)
  if (filter.prefix === '/' && filter.within === null && named === null) return false
  const place = placeOf(filter)
  const [row] = await session.read<{ found: string | number }>(
    `SELECT COUNT(*) AS found FROM (
       SELECT 1 FROM objects FORCE INDEX (objects_place)
        WHERE ${place.where} LIMIT ${SORTED_OBJECTS + 1}) some`,
    place.values
  )
  return Number(row!.found) <= SORTED_OBJECTS
}

export async function countObjects(
  session: SqlReader,
  filter: ObjectFilter,
  cut: string
): Promise<number> {
  const { where, values } = whereOf(filter, cut)
  const [row] = await session.read<{ total: string | number }>(
    `SELECT COUNT(*) AS total FROM objects FORCE INDEX (objects_place) WHERE ${where}`,
    values
  )
  return Number(row!.total)
}

/** The objects of a page, in its order. */
export async function readShownObjects(
  session: SqlReader,
  keys: readonly { id: string }[],
  includeLabels: boolean
): Promise<ShownObjectRow[]> {
  if (keys.length === 0) return []
  const rows = await session.read<ShownObjectRow>(
    `SELECT ${includeLabels ? SHOWN_OBJECT_COLUMNS : LISTED_OBJECT_COLUMNS} FROM objects
      WHERE id IN (?)`,
    [keys.map(({ id }) => id)]
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.map(({ id }) => byId.get(id)!)
}

/** The place in the tree. A caller who names a part of the service's own tree sees its objects. */
function placeOf({ realmId, prefix, path, pathPrefix, within }: ObjectFilter) {
  const scope = objectScope(prefix === '/' ? (path ?? prefix) : prefix, true)
  const reach = withinPrefixes(within)
  const named = pathConditions('path', { path, pathPrefix })
  return {
    where: `realm_id = ? AND ${scope.where} AND ${reach.where}${named ? ` AND ${named.where}` : ''}`,
    values: [realmId, ...scope.values, ...reach.values, ...(named?.values ?? [])],
  }
}

function whereOf(filter: ObjectFilter, cut: string) {
  const { objectId, type, from, to, includeDeleted } = filter
  const place = placeOf(filter)
  const given = givenConditions(
    ['created_at <= ?', cut],
    ['id = ?', objectId],
    ['type = ?', type],
    ...createdWithin({ from, to })
  )
  const parts = [place.where, USABLE, ...(includeDeleted ? [] : [LIVING]), given.where]
  return { where: parts.join(' AND '), values: [...place.values, ...given.values] }
}
