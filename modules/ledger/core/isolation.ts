import type { RealmState } from './state.ts'
import type { IsolationZone } from './terms.ts'

/** The zone that a path lies in; when `path` is null, the realm's default boundary. */
export interface Enclosure {
  path: string | null
  boundaryId: string
}

/** A path and all paths above it, the nearest first, without the root. */
export function pathAndAncestors(path: string): string[] {
  const found: string[] = []
  for (let end = path === '/' ? 0 : path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    found.push(path.slice(0, end))
  }
  return found
}

/**
 * Length of all the texts that are looked up for a path: a path of 256 segments has 64 kilobytes of
 * them.
 */
export function lengthOfPathAndAncestors(path: string): number {
  return pathAndAncestors(path).join('').length
}

/** The zone that a path lies in: the nearest one at or above it, since zones may lie in zones. */
export function enclosingZone(state: RealmState, path: string): IsolationZone | null {
  for (const ancestor of pathAndAncestors(path)) {
    const zone = state.zonesByPath.get(ancestor)
    if (zone) return zone
  }
  return null
}

/** Whether an object that has not been deleted is at a path or below it. */
export function isOccupied(state: RealmState, path: string): boolean {
  const stored = state.occupants.get(path) ?? []
  if (stored.some((id) => state.objectsById.get(id)?.status !== 'deleted')) return true
  const below = `${path}/`
  for (const occupied of state.objectsByPath.keys()) {
    if (occupied === path || occupied.startsWith(below)) return true
  }
  return false
}
