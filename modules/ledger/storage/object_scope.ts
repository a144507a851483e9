import { RESERVED_PREFIXES, isReservedPath } from '#app/paths/path'
import type { SqlParameter } from '#app/storage/database'
import { pathsBelow } from '#app/storage/path_range'

/** An object and its balances are shown only once its creation workflow has finished. */
export const USABLE = 'ready_at IS NOT NULL'

/** The objects of a list that does not ask for deleted ones. */
export const LIVING = "status NOT IN ('deleting', 'deleted')"

const NOT_RESERVED = RESERVED_PREFIXES.map((prefix) => {
  const { from, before } = pathsBelow(prefix)
  return `NOT (path >= '${from}' AND path < '${before}')`
}).join(' AND ')

/**
 * The SQL of a prefix. The service's own objects are shown only when the prefix names them, so that
 * a sum over `/` is the sum of what the realm's users hold.
 */
export function objectScope(prefix: string, exactIncludesBelow: boolean) {
  const internal = isReservedPath(prefix.replace(/\/$/, '')) ? '' : ` AND ${NOT_RESERVED}`
  if (prefix === '/') return { where: `path >= '/'${internal}`, values: [] as SqlParameter[] }
  const { from, before } = pathsBelow(prefix)
  if (prefix.endsWith('/')) {
    return { where: `path >= ? AND path < ?${internal}`, values: [from, before] }
  }
  if (!exactIncludesBelow) return { where: 'path = ?', values: [prefix] }
  return {
    where: `(path = ? OR (path >= ? AND path < ?))${internal}`,
    values: [prefix, from, before],
  }
}

/** At or below any of the prefixes; null means everywhere. */
export function withinPrefixes(prefixes: readonly string[] | null) {
  if (prefixes === null) return { where: '1 = 1', values: [] as SqlParameter[] }
  const parts = prefixes.map(() => '(path = ? OR (path >= ? AND path < ?))')
  return {
    where: parts.length === 0 ? '1 = 0' : `(${parts.join(' OR ')})`,
    values: prefixes.flatMap((prefix): SqlParameter[] => {
      const { from, before } = pathsBelow(prefix)
      return [prefix, from, before]
    }),
  }
}
