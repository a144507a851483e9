import type { SqlParameter, SqlReader } from '#app/storage/database'
import { pathsBelow } from '#app/storage/path_range'
import { pathAndAncestors } from '../core/isolation.ts'
import type { IsolationZone } from '../core/terms.ts'
import type { ObjectKey } from './object_pages.ts'
import { LIVING, USABLE, objectScope, withinPrefixes } from './object_scope.ts'
import type { WalkSource } from '#app/storage/walk'
import { ZONES } from './zone_rows.ts'

/** A folder of a realm at a read cut. */
export interface FolderScope {
  realmId: string
  /** With a trailing slash; `/` for the root. */
  folder: string
  includeDeleted: boolean
  /** The newest `created_at` that is seen. */
  cut: string
  /** Prefixes below which the caller could see anything; null for everywhere. */
  within: readonly string[] | null
}

/** The place of an object in the order of a folder. */
export interface ObjectPlace {
  createdAt: string
  path: string
}

const SCAN_ROWS = 5000

/**
 * Reads folders, which exist only as parts of the paths of objects and zones. Every query is one
 * range of the path key, so that its cost follows the content of the folder and not the size of the
 * realm. Without the hint the optimizer may walk the realm's objects by age.
 */
const BY_PATH = 'objects FORCE INDEX (objects_place)'

/** The objects directly in the folder, newest first, then by path. */
export function folderObjectSource(
  session: SqlReader,
  scope: FolderScope
): WalkSource<ObjectKey, ObjectPlace> {
  const { where, values } = inFolder(scope)
  return {
    placeOf: ({ path, created_at: createdAt }) => ({ path, createdAt }),
    read: (after, count) =>
      session.read<ObjectKey>(
        `SELECT id, path, created_at FROM ${BY_PATH}
          WHERE ${where} AND LOCATE('/', path, ${childStart(scope)}) = 0
            ${after ? 'AND (created_at < ? OR (created_at = ? AND path > ?))' : ''}
          ORDER BY created_at DESC, path, id DESC LIMIT ${count}`,
        [...values, ...(after ? [after.createdAt, after.createdAt, after.path] : [])]
      ),
  }
}

/**
 * Every path at or below the folder's child paths that holds an object, with the age of the oldest,
 * in batches. Folding them here takes a third of the time that the database takes to group them by
 * child.
 */
export async function* scanFolderObjects(session: SqlReader, scope: FolderScope) {
  const { where, values } = inFolder(scope)
  let last: { path: string; created_at: string } | undefined
  for (;;) {
    const rows: NonNullable<typeof last>[] = await session.read(
      `SELECT path, MIN(created_at) AS created_at FROM ${BY_PATH}
        WHERE ${where}${last ? ' AND path > ?' : ''} GROUP BY path ORDER BY path LIMIT ${SCAN_ROWS}`,
      [...values, ...(last ? [last.path] : [])]
    )
    yield rows
    if (rows.length < SCAN_ROWS) return
    last = rows.at(-1)!
  }
}

/** The zones in the folder at any depth, in batches. */
export async function* scanFolderZones(session: SqlReader, scope: FolderScope) {
  const { where, values } = zonesInFolder(scope)
  let last: IsolationZone | undefined
  for (;;) {
    const zones: IsolationZone[] = await ZONES.all(
      session,
      `WHERE ${where}${last ? ' AND path > ?' : ''} ORDER BY path LIMIT ${SCAN_ROWS}`,
      [...values, ...(last ? [last.path] : [])]
    )
    yield zones
    if (zones.length < SCAN_ROWS) return
    last = zones.at(-1)!
  }
}

/** The zone that a path lies in: the nearest one at or above it. */
export async function readEnclosingZone(
  session: SqlReader,
  realmId: string,
  path: string
): Promise<IsolationZone | null> {
  const paths = pathAndAncestors(path)
  if (paths.length === 0) return null
  const rest = 'WHERE realm_id = ? AND path IN (?) ORDER BY CHAR_LENGTH(path) DESC LIMIT 1'
  return ZONES.first(session, rest, [realmId, paths])
}

/** Where the name of a child begins, counted in characters from one, as SQL does. */
function childStart({ folder }: FolderScope): number {
  return [...folder].length + 1
}

function inFolder({ realmId, folder, includeDeleted, cut, within }: FolderScope) {
  const scope = objectScope(folder, false)
  const reach = withinPrefixes(within)
  return {
    where: `realm_id = ? AND ${scope.where} AND ${reach.where} AND ${USABLE} AND created_at <= ?${
      includeDeleted ? '' : ` AND ${LIVING}`
    }`,
    values: [realmId, ...scope.values, ...reach.values, cut] as SqlParameter[],
  }
}

/** Includes the zones around what the caller could see, so that an entry shows its kind. */
function zonesInFolder({ realmId, folder, cut, within }: FolderScope) {
  const { from, before } = pathsBelow(folder)
  const reach = withinPrefixes(within)
  const around = within?.flatMap(pathAndAncestors) ?? []
  return {
    where: `realm_id = ? AND path >= ? AND path < ? AND created_at <= ?
            AND (${reach.where}${around.length > 0 ? ' OR path IN (?)' : ''})`,
    values: [
      realmId,
      from,
      before,
      cut,
      ...reach.values,
      ...(around.length > 0 ? [around] : []),
    ] as SqlParameter[],
  }
}
