import { defineJob } from '#app/queue/job'
import { SealHistories } from '../services/seal_histories.ts'
import { TrimHistories } from '../services/trim_histories.ts'

/** Well below a minute: a bucket is sealed soon after it is over, at prices that are still at hand. */
const SEAL_EVERY_MS = 10_000
const TRIM_EVERY_MS = 3600_000

/** Seals the buckets of histories that are over. A run that comes late catches up. */
export const historySeal = defineJob<Record<string, never>>({
  name: 'history-seal',
  everyMs: SEAL_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(SealHistories)).run()
    return 'done'
  },
})

/** Keeps what is stored of histories within its bounds. */
export const historyRetention = defineJob<Record<string, never>>({
  name: 'history-retention',
  everyMs: TRIM_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(TrimHistories)).run()
    return 'done'
  },
})
