import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { historyOf } from '../core/feed/history.ts'
import { msOfTick } from '../core/tick.ts'
import { SHARED_FEED } from './feed_directory.ts'
import { FeedStore } from '../storage/feed_store.ts'
import { TickStore } from '../storage/tick_store.ts'
import { MarketList } from './market_list.ts'

const MARKETS_AT_A_TIME = 3

/** Makes the past of each market of a feed without a parent, once. */
@singleton()
export class StoreHistory {
  constructor(
    private database: Database,
    private feeds: FeedStore,
    private ticks: TickStore,
    private markets: MarketList
  ) {}

  /** Does a few markets only, so that the next tick does not have to wait. */
  async run(): Promise<void> {
    for (let done = 0; done < MARKETS_AT_A_TIME; done++) {
      if (!(await this.#storeNext())) return
    }
  }

  async #storeNext(): Promise<boolean> {
    const next = await this.feeds.withoutHistory(SHARED_FEED)
    if (!next) return false
    const market = this.markets.find(({ id }) => id === next.marketId)
    await this.database.transaction(async (session) => {
      const stored = await this.feeds.lock(session, next.feedId)
      if (!stored || !(await this.feeds.claimHistory(session, next.feedId, next.marketId))) return
      // A market that is no longer listed gets no past.
      if (!market) return
      const firstMs = msOfTick(stored.firstTick)
      await this.ticks.putBefore(session, next.feedId, historyOf(market, stored.feed.seed, firstMs))
    })
    return true
  }
}
