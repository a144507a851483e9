import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { averageOf, simLine, type SimCommand } from '../core/feed/sim_command.ts'
import { TICK_MS } from '../core/tick.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { TickStore } from '../storage/tick_store.ts'
import { applied } from './change_feed.ts'
import { PrivateFeed } from './private_feed.ts'
import { MarketList } from './market_list.ts'

const HOUR_TICKS = 3_600_000 / TICK_MS

/** Takes a market off a private feed. Positions are settled with the next tick. */
@singleton()
export class DelistMarket {
  constructor(
    private feed: PrivateFeed,
    private ticks: TickStore,
    private markets: MarketList
  ) {}

  /**
   * Settles at the average oracle of the last hour, as far as the feed has one.
   *
   * @throws ServiceError NOT_FOUND for an unknown market, MARKET_DELISTED for one that was never
   *   traded, and those of PrivateFeed
   */
  run(principal: Principal, realmId: string, market: string, keep?: KeepKey): Promise<StoredFeed> {
    return this.feed.change(
      principal,
      realmId,
      async (session, stored) => {
        const { feed } = stored
        const oracles = await this.ticks.oraclesSince(
          session,
          stored,
          market,
          feed.tick - HOUR_TICKS
        )
        const last = feed.markets[market]?.prices.oracle ?? 0n
        const settlement = averageOf(oracles) ?? last
        const command: SimCommand = { type: 'delist', market, settlement }
        return { stored: applied(this.markets, stored, command), line: simLine(command) }
      },
      keep
    )
  }
}
