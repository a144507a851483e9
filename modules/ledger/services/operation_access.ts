import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { hasTrait } from '../core/operation_types.ts'
import type { Operation } from '../core/terms.ts'

/** A caller may read an operation with the right to its own path, or to the path of any who took part. */
export function mayReadOperation(
  access: AccessControl,
  principal: Principal,
  operation: Operation
): boolean {
  return pathGate(access, principal, 'svc:ReadOperation')(operationPaths(operation))
}

/** The paths that an operation concerns: its own, and those of all who took part. */
export function operationPaths(operation: Operation): (string | null)[] {
  const { path, source, target } = operation
  const moved = hasTrait(operation, 'ofMany', true) ? (operation.outcome.moves ?? []) : []
  const parties = moved.flatMap((move) => [move.sourceObjectPath, move.targetObjectPath])
  return [...new Set([path, source.path, target.path, ...parties])]
}

/**
 * Returns a test of whether the caller may see a row, by any of the row's paths. A list asks about
 * the same paths again and again, so answers are remembered for the list.
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
