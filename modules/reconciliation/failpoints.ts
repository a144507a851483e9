import { placesOf } from '#app/failpoints/failpoint'

export const RECONCILIATION_FAILPOINTS = [
  /** A part of the items is written. */
  'reconciliation.written',
  /** All items are written; nobody was told. */
  'reconciliation.compared',
] as const

export const failpoint = placesOf(RECONCILIATION_FAILPOINTS)
