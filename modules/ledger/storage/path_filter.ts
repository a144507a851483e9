import type { SqlParameter } from '#app/storage/database'
import { pathsBelow, pathsStarting } from '#app/storage/path_range'

/** Which paths a list is about. Both together have to hold. */
export interface PathFilter {
  /** At or below this path; with a trailing slash below it only. */
  path?: string
  /** Every path that goes on after this text, wherever in a segment it ends. */
  pathPrefix?: string
}

/** Everything lies below the root: there is nothing to filter. */
export function unlessRoot(prefix: string | undefined): string | undefined {
  return prefix === '/' ? undefined : prefix
}

export function fitsPath({ path, pathPrefix }: PathFilter, given: string | null): boolean {
  return (
    (path === undefined || isUnder(path, given)) &&
    (pathPrefix === undefined || (given?.startsWith(pathPrefix) ?? false))
  )
}

/** The same as SQL, as ranges of an index on the column; null when all paths fit. */
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

/** At or below a prefix; a trailing slash leaves out the path itself. */
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

/** That the operation a column names has such a path, or such an object on either side. */
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
