import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { openInterest } from '../core/feed/activity.ts'
import type { Market } from '../core/markets.ts'
import { notionalMicros, type Lots } from '../core/numerics.ts'
import type { FeedReading } from './feed_board.ts'
import { ReadRealmMarket } from './read_realm_market.ts'

export interface OpenInterestView {
  reading: FeedReading
  market: Market
  lots: Lots
  /** The part that the realm's own accounts hold. */
  realmLots: Lots
  /** At the mark, in micro-USD. */
  notional: bigint
}

/**
 * Reads what is held of a market: by the rest of the world, and by the realm that the caller names.
 */
@singleton()
export class ReadOpenInterest {
  constructor(private realmMarket: ReadRealmMarket) {}

  /** @throws ServiceError NOT_FOUND for an unknown market, and those of RealmFeed */
  async run(
    principal: Principal,
    marketId: string,
    realmId: string | undefined
  ): Promise<OpenInterestView> {
    const { reading, market, traded } = await this.realmMarket.run(principal, marketId, realmId)
    if (!traded) return { reading, market, lots: 0n, realmLots: 0n, notional: 0n }
    const { feed } = reading.stored
    const { known, held } = traded
    const realmLots = held.openInterest
    const lots = openInterest(market, feed.seed, feed.tick) + realmLots
    const notional = notionalMicros(known.prices.mark, lots, market.szDecimals)
    return { reading, market, lots, realmLots, notional }
  }
}
