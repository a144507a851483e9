import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { isListed } from '../core/feed/feed.ts'
import type { Market } from '../core/markets.ts'
import { RealmFeed } from './realm_feed.ts'
import { RealmMarketData } from './realm_market_data.ts'
import { MarketList } from './market_list.ts'

/** Lists the markets of a caller's venue, in listing order, whether they have prices or not. */
@singleton()
export class ReadMeta {
  constructor(
    private realmFeed: RealmFeed,
    private sources: RealmMarketData,
    private markets: MarketList
  ) {}

  /** @throws ServiceError those of RealmFeed */
  async run(principal: Principal, realmId: string | undefined): Promise<readonly Market[]> {
    const source = await this.sources.of(principal, realmId)
    if (source) {
      const there = await source.markets()
      return this.markets.flatMap(({ id }) => there.get(id) ?? [])
    }
    const reading = await this.realmFeed.find(principal, realmId)
    if (!reading) return this.markets
    const { feed } = reading.stored
    return this.markets.map((market) => ({ ...market, isDelisted: !isListed(market, feed) }))
  }
}
