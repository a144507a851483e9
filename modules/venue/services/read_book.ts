import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { bookSide, type ViewedLevel } from '../core/feed/book_view.ts'
import type { Market } from '../core/markets.ts'
import type { PriceAge } from './feed_board.ts'
import { ReadRealmMarket } from './read_realm_market.ts'
import { listedMarket } from './realm_feed.ts'
import { RealmMarketData } from './realm_market_data.ts'
import { MarketList } from './market_list.ts'

export interface BookView {
  reading: PriceAge
  market: Market
  bids: readonly ViewedLevel[]
  asks: readonly ViewedLevel[]
}

/** Reads the order book of a market; when the caller names a realm, with its resting orders. */
@singleton()
export class ReadBook {
  constructor(
    private realmMarket: ReadRealmMarket,
    private sources: RealmMarketData,
    private markets: MarketList
  ) {}

  /**
   * The book of a market that is not traded any more is empty.
   *
   * @throws ServiceError NOT_FOUND for an unknown market, and those of RealmFeed
   */
  async run(
    principal: Principal,
    marketId: string,
    realmId: string | undefined
  ): Promise<BookView> {
    const source = await this.sources.of(principal, realmId)
    if (source) {
      const listed = listedMarket(this.markets, marketId)
      return { market: listed, ...(await source.book(listed)) }
    }
    const { reading, market, traded } = await this.realmMarket.run(principal, marketId, realmId)
    if (!traded) return { reading, market, bids: [], asks: [] }
    const { feed } = reading.stored
    const { known, held } = traded
    const input = { market, prices: known.prices, liquidity: known.controls.liquidity }
    const side = (name: 'bids' | 'asks') =>
      bookSide(input, feed, name, { resting: held.resting, taken: held.taken[name] })
    return { reading, market, bids: side('bids'), asks: side('asks') }
  }
}
