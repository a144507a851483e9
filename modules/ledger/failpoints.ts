import { placesOf } from '#app/failpoints/failpoint'

export const LEDGER_FAILPOINTS = [
  /** A group was taken from its lane; nothing has been sent to the database. */
  'poster.taken',
  /** The realm is locked and its state loaded. */
  'poster.loaded',
  /** Every request of the group is decided; nothing is written. */
  'poster.decided',
  /** Everything is written; COMMIT has not been sent. */
  'poster.written',
  /** COMMIT is on its way and its answer has not been read. */
  'poster.commit_sent',
  /** The group is durable; no caller has been told. */
  'poster.committed',
  /** Jobs are announced; callers have not been answered. */
  'poster.announced',
  /** A rail was asked; its answer is not posted. */
  'settlement.asked',
  /** A rail was asked again; its answer is not posted. */
  'confirmation.asked',
  /** One realm is closed; the others that are due are not. */
  'reaper.closed',
  /** An object is prepared; its completion is not posted. */
  'object_workflow.prepared',
  /** A listener has handled events; its position is not stored. */
  'event_dispatch.handled',
  /** A backfill has noted that one realm is done; the next one is not. */
  'listener_backfill.noted',
  /** The deposit of an import is opened; nothing is booked. */
  'import.funding',
  /** Some of an import is booked; the rest is not. */
  'import.booked',
] as const

export const failpoint = placesOf(LEDGER_FAILPOINTS)
