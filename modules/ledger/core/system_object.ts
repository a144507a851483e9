import type { Micros } from '#app/clock/clock'
import { USD, type LedgerObject } from './terms.ts'

/** An object of the service itself: usable at once, made without a workflow. */
export function systemObject(
  place: { id: string; realmId: string; path: string; boundaryId: string },
  now: Micros,
  keepsOwnBooks = false
): LedgerObject {
  return {
    ...place,
    type: 'denominated',
    denomination: USD,
    status: 'active',
    keepsOwnBooks,
    hasLimits: false,
    metadata: null,
    readyAt: now,
    displayName: null,
    deletedAt: null,
    withdrawnAt: null,
  }
}
