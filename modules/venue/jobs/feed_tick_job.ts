import { defineJob } from '#app/queue/job'
import { TICK_MS } from '../core/tick.ts'
import { TickFeeds } from '../services/tick_feeds.ts'

/**
 * Moves every feed that is behind its clock. A late run catches up, and a second run changes
 * nothing.
 */
export const feedTickJob = defineJob<Record<string, never>>({
  name: 'venue-feed',
  everyMs: TICK_MS,
  async handle(_payload, { container }) {
    await (await container.make(TickFeeds)).run()
    return 'done'
  },
})
