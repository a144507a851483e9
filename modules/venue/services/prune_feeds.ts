import { singleton } from '#app/extension/singleton'
import { RealmDirectory } from '#modules/ledger/index'
import { VENUE_LIMITS } from '../limits.ts'
import { INTERVAL_SECONDS } from '../core/feed/candles.ts'
import { HOUR_MS } from '../core/feed/premium.ts'
import { TICK_MS, msOfTick } from '../core/tick.ts'
import { FeedRemains } from '../storage/feed_remains.ts'
import { MarketList } from './market_list.ts'

/** A feed is pruned once in an hour of its own time. */
const EVERY_TICKS = HOUR_MS / TICK_MS

/** Bounds how much of the past of feeds is kept, and removes feeds whose realm is closed. */
@singleton()
export class PruneFeeds {
  constructor(
    private remains: FeedRemains,
    private realms: RealmDirectory,
    private markets: MarketList
  ) {}

  async run(): Promise<void> {
    for (const { id, realmId } of await this.remains.privateFeeds()) {
      if (!(await this.realms.find(realmId))) await this.remains.remove(id)
    }
    for (const { id, tick } of await this.remains.grown(EVERY_TICKS)) await this.prune(id, tick)
  }

  async prune(feedId: string, tick: number): Promise<void> {
    const nowMs = msOfTick(tick)
    await this.remains.dropTicks(feedId, Math.floor((nowMs - VENUE_LIMITS.ticksKeptMs) / TICK_MS))
    for (const { id: marketId } of this.markets) {
      for (const seconds of INTERVAL_SECONDS) {
        const beforeMs = nowMs - VENUE_LIMITS.candlesKept * seconds * 1000
        await this.remains.dropCandles(feedId, { marketId, seconds, beforeMs })
      }
      const hour = Math.floor(nowMs / HOUR_MS) - VENUE_LIMITS.fundingHoursKept
      await this.remains.dropFundingHours(feedId, marketId, hour)
    }
    await this.remains.pruned(feedId, tick)
  }
}
