import type { Enclosure } from '../core/isolation.ts'

/** Where a path stands: outside of all zones, inside one, or at the root of one. */
export function presentIsolation(path: string, { path: root, boundaryId }: Enclosure) {
  return {
    isBoundaryRoot: root === path,
    isInsideBoundary: root !== null,
    boundaryRootPath: root,
    // The default boundary is no isolation: it is not named.
    boundaryId: root === null ? null : boundaryId,
  }
}
