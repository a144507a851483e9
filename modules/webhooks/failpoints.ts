import { placesOf } from '#app/failpoints/failpoint'

export const WEBHOOK_FAILPOINTS = [
  /** A receiver has answered; what came of the attempt is not stored. */
  'webhook.sent',
] as const

export const failpoint = placesOf(WEBHOOK_FAILPOINTS)
