import { createHash } from 'node:crypto'
import { isReservedPath, pathProblem } from '#app/paths/path'

const LARGEST_NUMBER = String(Number.MAX_SAFE_INTEGER)

/** Why a prefix and a separator with a number behind them make no caller's path, or null when they do. */
export function numberedPathProblem(prefix: string, separator: string): string | null {
  const path = `${prefix}${separator}${LARGEST_NUMBER}`
  if (isReservedPath(path)) return 'must not lie in a part of the tree reserved for the service'
  return pathProblem(path)
}

/** What stands between a prefix and its number when the caller does not say. */
export function separatorAfter(prefix: string): string {
  return prefix.endsWith('/') ? '' : '-'
}

export type GeneratedVerb = 'create' | 'delete' | 'fund' | 'defund' | 'deposit' | 'withdrawal'

/**
 * The prefix of operation paths that the service makes itself: `/op/create/users/u1`. Where an
 * object path leaves no room for a number it is replaced by its hash, or the result would be no path.
 */
export function operationPrefix(verb: GeneratedVerb, objectPath: string): string {
  const prefix = `/op/${verb}${objectPath}`
  if (numberedPathProblem(prefix, ':') === null) return prefix
  return `/op/${verb}/${createHash('sha256').update(objectPath).digest('hex')}`
}
