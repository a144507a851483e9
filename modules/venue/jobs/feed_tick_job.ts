import { defineJob } from '#app/queue/job'
import { TICK_MS } from '../core/tick.ts'
import { TickFeeds } from '../services/tick_feeds.ts'

/**
 * Moves every feed that is behind its clock. A late run catches up, and a second run changes
 * nothing.
 */
export const feedTickJob = defineJob<Record<string, never>>({
  name: 'venue-feed',
  about: {
    carries: 'Feeds that are behind their clock, moved on by their ticks.',
    takes: 'Under a second each turn; longer when it catches up.',
    failing:
      'Prices stand still, and with them simulated trading. Look at the database; a late run catches up.',
  },
  everyMs: TICK_MS,
  async handle(_payload, { container }) {
    await (await container.make(TickFeeds)).run()
    return 'done'
  },
})
