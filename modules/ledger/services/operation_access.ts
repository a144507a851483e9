import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { Operation } from '../core/terms.ts'

/** An operation may be read by whoever may read it by its own path, or by either side of it. */
export function mayReadOperation(
  access: AccessControl,
  principal: Principal,
  { path, source, target }: Operation
): boolean {
  return pathGate(access, principal, 'svc:ReadOperation')([path, source.path, target.path])
}

/**
 * Tells of many rows which the caller may see: those it may see by any of their paths. A list asks
 * about the same paths again and again, so answers are remembered for the list.
 */
export function pathGate(access: AccessControl, principal: Principal, action: string) {
  const known = new Map<string, boolean>()
  const permits = (path: string) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const permitted = access.permits(principal, action, path)
    known.set(path, permitted)
    return permitted
  }
  return (paths: readonly (string | null)[]): boolean =>
    paths.some((path) => path !== null && permits(path))
}
