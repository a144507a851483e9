import type { MovementSide } from '../extension/ledger_terms.ts'
import type { LedgerObject } from '../core/terms.ts'

/** An object as the extension points see it: one side of a movement. */
export function movementSide(object: LedgerObject): MovementSide {
  const { id, realmId, path, type, denomination, status, metadata } = object
  const { boundaryId, keepsOwnBooks } = object
  return {
    object: { id, realmId, path, type, denomination, status, metadata },
    boundaryId,
    keepsOwnBooks,
  }
}
