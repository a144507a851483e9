import { placesOf } from '#app/failpoints/failpoint'

export const JOB_FAILPOINTS = [
  /** A job was received; its handler has not begun. */
  'job.received',
  /** A handler has finished; the job is still owed. */
  'job.handled',
  /** The job is no longer owed; Redis has not been told. */
  'job.finished',
] as const

export const failpoint = placesOf(JOB_FAILPOINTS)
