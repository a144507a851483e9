import { defineJob } from '#app/queue/job'
import { PruneFeeds } from '../services/prune_feeds.ts'

const EVERY_MS = 5 * 60_000

/** Bounds how much of the past of feeds is kept. */
export const feedRetentionJob = defineJob<Record<string, never>>({
  name: 'venue-feed-retention',
  about: {
    carries: 'The past of feeds beyond what is kept, and feeds of closed realms.',
    takes: 'Seconds, every five minutes.',
    failing:
      'Harmless for days, while tables grow. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(PruneFeeds)).run()
    return 'done'
  },
})
