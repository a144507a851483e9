import { defineJob } from '#app/queue/job'
import { TICK_MS } from '../core/tick.ts'
import { AdvanceFeed, SHARED_FEED } from '../services/advance_feed.ts'

/** Moves the shared feed. A run that comes late catches up, one that comes twice does nothing. */
export const feedTickJob = defineJob<Record<string, never>>({
  name: 'venue-feed',
  everyMs: TICK_MS,
  async handle(_payload, { container }) {
    await (await container.make(AdvanceFeed)).run(SHARED_FEED)
    return 'done'
  },
})
