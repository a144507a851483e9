import { placesOf } from '#app/failpoints/failpoint'

export const SCHEDULE_FAILPOINTS = [
  /** The operation of an occurrence is made; nobody has noted it. */
  'schedule.executed',
] as const

export const failpoint = placesOf(SCHEDULE_FAILPOINTS)
