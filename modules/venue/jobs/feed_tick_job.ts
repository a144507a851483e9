import { defineJob } from '#app/queue/job'
import { TICK_MS } from '../core/tick.ts'
import { TickFeeds } from '../services/tick_feeds.ts'

/** Moves every feed that has somewhere to go. A run that comes late catches up, one that comes twice does nothing. */
export const feedTickJob = defineJob<Record<string, never>>({
  name: 'venue-feed',
  everyMs: TICK_MS,
  async handle(_payload, { container }) {
    await (await container.make(TickFeeds)).run()
    return 'done'
  },
})
