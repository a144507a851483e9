import type { Enclosure } from '../core/isolation.ts'

/** How a path lies to the isolation zones: outside of all, inside one, or at the root of one. */
export function presentIsolation(path: string, { path: root, boundaryId }: Enclosure) {
  return {
    isBoundaryRoot: root === path,
    isInsideBoundary: root !== null,
    boundaryRootPath: root,
    // The default boundary isolates nothing, so it is not named.
    boundaryId: root === null ? null : boundaryId,
  }
}
