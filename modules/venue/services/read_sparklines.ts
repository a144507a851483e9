import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { INTERVALS, bucketOf, type Candle } from '../core/feed/candles.ts'
import { isListed } from '../core/feed/feed.ts'
import { CandleStore } from '../storage/candle_store.ts'
import type { FeedReading } from './feed_board.ts'
import { RealmFeed } from './realm_feed.ts'
import { MarketList } from './market_list.ts'

const SECONDS = INTERVALS['1h']
const POINTS = 24
const MOST_CANDLES = 1000

export interface SparklinesView {
  reading: FeedReading
  /** A day of hourly candles by market id; the running candle is the last. */
  candles: ReadonlyMap<string, readonly Candle[]>
}

/** Reads a day of every market, in hourly candles. */
@singleton()
export class ReadSparklines {
  constructor(
    private realmFeed: RealmFeed,
    private candles: CandleStore,
    private markets: MarketList
  ) {}

  /** @throws ServiceError those of RealmFeed */
  async run(principal: Principal, realmId: string | undefined): Promise<SparklinesView> {
    const reading = await this.realmFeed.read(principal, realmId)
    const { stored, asOfMs } = reading
    const candles = await this.candles.byMarket(stored, {
      seconds: SECONDS,
      fromMs: bucketOf(asOfMs, SECONDS) - (POINTS - 1) * SECONDS * 1000,
      toMs: asOfMs,
      limit: MOST_CANDLES,
    })
    const listed = this.markets.filter((market) => isListed(market, stored.feed))
    return {
      reading,
      candles: new Map(listed.map(({ id }) => [id, candles.get(id) ?? []])),
    }
  }
}
