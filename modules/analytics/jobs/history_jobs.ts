import { defineJob } from '#app/queue/job'
import { SealHistories } from '../services/seal_histories.ts'
import { TrimHistories } from '../services/trim_histories.ts'

/**
 * Far shorter than a minute, so that a bucket is sealed soon after its end, while its prices are at
 * hand.
 */
const SEAL_EVERY_MS = 10_000
const TRIM_EVERY_MS = 3600_000

/** Seals the buckets of histories that have ended. A late run catches up. */
export const historySeal = defineJob<Record<string, never>>({
  name: 'history-seal',
  about: {
    carries: 'Buckets of histories that have ended and are sealed with the prices of their end.',
    takes: 'A second or so, every ten seconds; longer when it catches up.',
    failing:
      'Newest histories come late. Look at the database and the feeds; a late run catches up.',
  },
  everyMs: SEAL_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(SealHistories)).run()
    return 'done'
  },
})

/** Bounds how much is stored of histories. */
export const historyRetention = defineJob<Record<string, never>>({
  name: 'history-retention',
  about: {
    carries: 'Points of histories beyond what is kept.',
    takes: 'Seconds, once an hour.',
    failing:
      'Harmless for days, while tables grow. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: TRIM_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(TrimHistories)).run()
    return 'done'
  },
})
