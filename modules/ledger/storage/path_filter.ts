import type { SqlParameter } from '#app/storage/database'
import { pathsBelow, pathsStarting } from '#app/storage/path_range'

/** The path filter of a list. When both are given, both have to match. */
export interface PathFilter {
  /** At or below this path; with a trailing slash, only below it. */
  path?: string
  /** Every path that begins with this text, wherever in a segment the text ends. */
  pathPrefix?: string
}

/** Leaves out the root: everything lies below it, so there is nothing to filter. */
export function unlessRoot(prefix: string | undefined): string | undefined {
  return prefix === '/' ? undefined : prefix
}

export function fitsPath({ path, pathPrefix }: PathFilter, given: string | null): boolean {
  return (
    (path === undefined || isUnder(path, given)) &&
    (pathPrefix === undefined || (given?.startsWith(pathPrefix) ?? false))
  )
}

/** The filter as SQL, in ranges of an index on the column; null when all paths match. */
export function pathConditions(column: string, { path, pathPrefix }: PathFilter) {
  const parts = [
    ...(path === undefined ? [] : [pathsUnder(column, path)]),
    ...(pathPrefix === undefined ? [] : [startingWith(column, pathPrefix)]),
  ]
  if (parts.length === 0) return null
  return {
    where: parts.map(({ where }) => where).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  }
}

/** Whether a path is at or below a prefix; a trailing slash leaves out the path itself. */
export function isUnder(prefix: string, path: string | null): boolean {
  if (path === null) return false
  return prefix.endsWith('/')
    ? path.startsWith(prefix)
    : path === prefix || path.startsWith(`${prefix}/`)
}

export function pathsUnder(column: string, prefix: string) {
  const { from, before } = pathsBelow(prefix)
  return prefix.endsWith('/')
    ? { where: `(${column} >= ? AND ${column} < ?)`, values: [from, before] as SqlParameter[] }
    : {
        where: `(${column} = ? OR (${column} >= ? AND ${column} < ?))`,
        values: [prefix, from, before] as SqlParameter[],
      }
}

function startingWith(column: string, text: string) {
  const { from, before } = pathsStarting(text)
  return { where: `(${column} >= ? AND ${column} < ?)`, values: [from, before] as SqlParameter[] }
}

/**
 * The condition that the operation of a column has such a path, or such an object on either side.
 */
export function operationMatches(column: string, filter: PathFilter & { objectId?: string }) {
  const { objectId } = filter
  const parts = [
    pathConditions('o.path', filter),
    objectId === undefined
      ? null
      : {
          where: '(o.source_object_id = ? OR o.target_object_id = ?)',
          values: [objectId, objectId] as SqlParameter[],
        },
  ].filter((each) => each !== null)
  if (parts.length === 0) return null
  const where = parts.map((part) => part.where).join(' AND ')
  return {
    where: `EXISTS (SELECT 1 FROM operations o WHERE o.id = ${column} AND ${where})`,
    values: parts.flatMap(({ values }) => values),
  }
}
