import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database, SqlSession } from '#app/storage/database'
import type { Market } from '../core/markets.ts'
import { advanceFeed, openFeed, tickAtMs, type FeedState } from '../core/tick.ts'
import { drawSeed, type VenueSettings } from '../settings.ts'
import type { FeedStore } from '../storage/feed_store.ts'

/** The feed every paper realm sees. */
export const SHARED_FEED = 'main'

/** An hour of ticks: short enough that a long catch-up never holds the process or the row for long. */
const STEPS_PER_TRANSACTION = 1200

/**
 * Brings a feed up to the present tick, opening it first when it is new. The row lock makes it safe
 * to run twice, at once or late: whoever comes second finds the tick reached and changes nothing.
 */
export class AdvanceFeed {
  #seedCompared = false

  constructor(
    private database: Database,
    private clock: Clock,
    private feeds: FeedStore,
    private markets: readonly Market[],
    private settings: VenueSettings,
    private log: Logger
  ) {}

  /** @returns the tick reached */
  async run(feedId: string): Promise<number> {
    for (;;) {
      const targetTick = tickAtMs(this.clock.nowMs())
      const { tick, seed } = await this.database.transaction((session) =>
        this.#advance(session, feedId, targetTick)
      )
      this.#compareSeed(seed)
      if (tick >= targetTick) return tick
      await setImmediate()
    }
  }

  async #advance(session: SqlSession, feedId: string, targetTick: number): Promise<FeedState> {
    const feed = await this.feeds.lock(session, feedId)
    if (!feed) return this.#open(session, feedId, targetTick)
    if (feed.tick >= targetTick) return feed
    const advanced = advanceFeed(this.markets, feed, targetTick, STEPS_PER_TRANSACTION)
    await this.feeds.save(session, feedId, advanced)
    return advanced
  }

  async #open(session: SqlSession, feedId: string, tick: number): Promise<FeedState> {
    const feed = openFeed(this.markets, this.settings.feedSeed ?? drawSeed(), tick)
    if (await this.feeds.create(session, feedId, feed)) return feed
    const opened = await this.feeds.lock(session, feedId)
    if (!opened) throw new Error('The feed vanished while it was being opened')
    return opened
  }

  /** A series cannot change its seed half-way; saying so spares an operator a search. */
  #compareSeed(stored: string) {
    if (this.#seedCompared) return
    this.#seedCompared = true
    const { feedSeed } = this.settings
    if (feedSeed !== null && feedSeed !== stored) {
      this.log.warn('VENUE_FEED_SEED has changed; the price feed keeps the seed it started with')
    }
  }
}
