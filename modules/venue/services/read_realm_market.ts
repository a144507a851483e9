import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { isListed, type MarketFeed } from '../core/feed/feed.ts'
import type { Market } from '../core/markets.ts'
import type { FeedReading } from './feed_board.ts'
import { MarketList } from './market_list.ts'
import { NOTHING_HELD, RealmBooks, type RealmMarketState } from './realm_books.ts'
import { listedMarket, RealmFeed } from './realm_feed.ts'

export interface RealmMarket {
  reading: FeedReading
  market: Market
  /** null when the market is not traded any more. */
  traded: {
    known: MarketFeed
    /** By the realm's own accounts; nothing when the caller names no realm. */
    held: RealmMarketState
  } | null
}

/** Reads a simulated market as it is now, and what the realm that the caller names has of it. */
@singleton()
export class ReadRealmMarket {
  constructor(
    private realmFeed: RealmFeed,
    private books: RealmBooks,
    private markets: MarketList
  ) {}

  /** @throws ServiceError NOT_FOUND for an unknown market, and those of RealmFeed */
  async run(
    principal: Principal,
    marketId: string,
    realmId: string | undefined
  ): Promise<RealmMarket> {
    const reading = await this.realmFeed.read(principal, realmId)
    const market = listedMarket(this.markets, marketId)
    const { feed } = reading.stored
    const known = feed.markets[market.id]
    if (!isListed(market, feed) || !known) return { reading, market, traded: null }
    const held =
      realmId === undefined ? NOTHING_HELD : await this.books.of(realmId, market.id, feed.tick)
    return { reading, market, traded: { known, held } }
  }
}
