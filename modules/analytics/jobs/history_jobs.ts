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
  everyMs: SEAL_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(SealHistories)).run()
    return 'done'
  },
})

/** Bounds how much is stored of histories. */
export const historyRetention = defineJob<Record<string, never>>({
  name: 'history-retention',
  everyMs: TRIM_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(TrimHistories)).run()
    return 'done'
  },
})
