import type { HealthCheck } from '#app/observability/health'
import { SHARED_FEED } from './services/advance_feed.ts'
import { STALE_AFTER_SECONDS, type FeedBoard } from './services/feed_board.ts'

/** Not fatal: without fresh prices everything works but trading. */
export function feedHealth(board: () => Promise<FeedBoard>): HealthCheck {
  return {
    name: 'venue-feed',
    fatal: false,
    async check() {
      const reading = await (await board()).read(SHARED_FEED)
      if (!reading) return { ok: false, detail: 'no tick yet; is a worker running?' }
      const { tick, ageSeconds, stale } = reading
      const detail = `tick ${tick}, ${ageSeconds} s old`
      return { ok: !stale, detail: stale ? `${detail}, above ${STALE_AFTER_SECONDS} s` : detail }
    },
  }
}
