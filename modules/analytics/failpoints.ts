import { placesOf } from '#app/failpoints/failpoint'

export const ANALYTICS_FAILPOINTS = [
  /** A bucket of a realm's history is stored; its transaction has not been committed. */
  'history.sealed',
] as const

export const failpoint = placesOf(ANALYTICS_FAILPOINTS)
