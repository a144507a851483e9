import { createHash } from 'node:crypto'
import { isReservedPath, pathProblem } from '#app/paths/path'

const LARGEST_NUMBER = String(Number.MAX_SAFE_INTEGER)

/** Why no caller's path can be made of a prefix, a separator and a number, or null when it can. */
export function numberedPathProblem(prefix: string, separator: string): string | null {
  const path = `${prefix}${separator}${LARGEST_NUMBER}`
  if (isReservedPath(path)) return 'must not lie in a part of the tree reserved for the service'
  return pathProblem(path)
}

/** The separator between a prefix and its number, when the caller names none. */
export function separatorAfter(prefix: string): string {
  return prefix.endsWith('/') ? '' : '-'
}

export type GeneratedVerb = 'create' | 'delete' | 'fund' | 'defund' | 'deposit' | 'withdrawal'

/**
 * The prefix of the operation paths that the service makes itself: `/op/create/users/u1`. An object
 * path that leaves no room for a number is replaced by its hash, because the result would be no
 * valid path.
 */
export function operationPrefix(verb: GeneratedVerb, objectPath: string): string {
  const prefix = `/op/${verb}${objectPath}`
  if (numberedPathProblem(prefix, ':') === null) return prefix
  return `/op/${verb}/${createHash('sha256').update(objectPath).digest('hex')}`
}
