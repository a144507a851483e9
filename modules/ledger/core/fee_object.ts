import { assert } from './assert.ts'
import type { RealmState } from './state.ts'
import { SYSTEM_PATHS, feeObjectPath } from './system_paths.ts'
import type { LedgerObject } from './terms.ts'

/**
 * The object that collects the fees of a boundary. That of the default boundary is the realm's own
 * fee object.
 */
export function feeObjectOf(state: RealmState, boundaryId: string): LedgerObject {
  const ofRealm = state.objectsByPath.get(SYSTEM_PATHS.fees)
  assert(ofRealm !== undefined, 'every realm has a fee object')
  const path = feeObjectPath(boundaryId, ofRealm.boundaryId)
  const found = state.objectsByPath.get(path)
  assert(found !== undefined, 'every boundary has a fee object')
  return found
}
