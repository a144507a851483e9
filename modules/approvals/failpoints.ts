import { placesOf } from '#app/failpoints/failpoint'

export const APPROVAL_FAILPOINTS = [
  /** An attempt has the request, and has not noted that it begins. */
  'approval.held',
  /** An attempt has noted that it begins; the request is not executed. */
  'approval.begun',
  /** An approved request is executed; nobody has noted it. */
  'approval.executed',
] as const

export const failpoint = placesOf(APPROVAL_FAILPOINTS)
