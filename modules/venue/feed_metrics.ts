import type { SharedMetrics } from '#app/observability/shared_metrics'
import { SHARED_FEED } from './services/advance_feed.ts'
import type { FeedBoard } from './services/feed_board.ts'

const TICK = 'venue_feed_tick'
const AGE = 'venue_feed_age_seconds'

/** How far the prices are that all realms share. Before the first tick there are no values. */
export function feedMetrics(board: () => Promise<FeedBoard>): SharedMetrics {
  return {
    name: 'venue-feed',
    gauges: {
      [TICK]: { help: 'The tick the shared price feed has reached.' },
      [AGE]: { help: 'Age of the latest tick of the shared price feed.' },
    },
    read: async () => {
      const reading = await (await board()).read(SHARED_FEED)
      if (!reading) return []
      return [
        { name: TICK, value: reading.tick },
        { name: AGE, value: reading.ageSeconds },
      ]
    },
  }
}
