import { assertRules } from '#app/limits'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const WEBHOOK_LIMITS = {
  /** Webhooks of one realm. Each event of the realm is stored once for each of them. */
  perRealm: 20,
  urlLength: 2048,
  types: 50,
  typeLength: 64,
  descriptionLength: 256,
  secretBytes: 32,
  /** How long a secret that was replaced still signs, beside the new one. */
  oldSecretMs: DAY,
  /** Within this a receiver has answered, connection and all, or the attempt has failed. */
  answerMs: 15 * SECOND,
  /** How much of an answer is read before the connection is closed. */
  answerBytes: 4096,
  /** How many characters of it are kept. */
  answerLength: 256,
  /** How many attempts of a delivery are kept, the newest ones. */
  keptAttempts: 10,
  /** Webhooks that one worker serves at a time: a slow receiver occupies one of these places. */
  concurrency: 50,
  /** Turns that one organization has at a time, in all workers. */
  perOrganization: 10,
  /** After this many deliveries, or this long, the next webhook has its turn. */
  turnDeliveries: 50,
  turnMs: 20 * SECOND,
  /** A webhook whose worker is silent for this long is given to another one. */
  leaseMs: MINUTE,
  /** How often webhooks are looked for whose next attempt is due, while there are some, and otherwise. */
  sweepMs: 2 * SECOND,
  sweepRestMs: MINUTE,
  sweepBatch: 200,
  /** A webhook that fails for this long is disabled. */
  disabledAfterMs: 5 * DAY,
  /** How long deliveries are kept, sent or not. */
  keptMs: 30 * DAY,
  purgeMs: HOUR,
  replayBatch: 200,
  /** A replay waits while so many of its events are owed: a journal may hold millions. */
  replayAhead: 10_000,
  /** After this long another replay has its turn. */
  replayTurnMs: 10 * SECOND,
} as const

/** Waits after the first failure in a row, the second, and so on; the last one repeats. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  4 * HOUR,
  12 * HOUR,
  DAY,
]

/** Retries come later than that by up to this part, so that failed webhooks do not return together. */
export const RETRY_JITTER = 0.1

/** @throws Error when two of them contradict each other; called once at boot */
export function assertWebhookLimits(
  limits: Record<keyof typeof WEBHOOK_LIMITS, number> = WEBHOOK_LIMITS
) {
  assertRules('modules/webhooks/limits.ts', [
    [limits.answerMs < limits.leaseMs, 'a webhook is given away while its receiver may answer'],
    [
      limits.perOrganization * 2 <= limits.concurrency,
      'one organization may occupy a whole worker',
    ],
    [limits.replayBatch <= limits.replayAhead, 'a replay waits before it has begun'],
    [limits.disabledAfterMs < limits.keptMs, 'deliveries are deleted while they are retried'],
  ])
}
