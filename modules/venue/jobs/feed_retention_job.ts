import { defineJob } from '#app/queue/job'
import { PruneFeeds } from '../services/prune_feeds.ts'

const EVERY_MS = 5 * 60_000

/** Bounds how much of the past of feeds is kept. */
export const feedRetentionJob = defineJob<Record<string, never>>({
  name: 'venue-feed-retention',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(PruneFeeds)).run()
    return 'done'
  },
})
