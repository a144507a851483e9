import { placesOf } from '#app/failpoints/failpoint'

export const APPROVAL_FAILPOINTS = [
  /** An approved request is executed; nobody has noted it. */
  'approval.executed',
] as const

export const failpoint = placesOf(APPROVAL_FAILPOINTS)
