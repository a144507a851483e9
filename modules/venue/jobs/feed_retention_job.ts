import { defineJob } from '#app/queue/job'
import { PruneFeeds } from '../services/prune_feeds.ts'

const EVERY_MS = 5 * 60_000

/** Keeps what feeds leave behind within its bounds. */
export const feedRetentionJob = defineJob<Record<string, never>>({
  name: 'venue-feed-retention',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(PruneFeeds)).run()
    return 'done'
  },
})
