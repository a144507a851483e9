import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { VENUE_LIMITS } from '../limits.ts'
import { INTERVALS, bucketOf, type Candle, type Interval } from '../core/feed/candles.ts'
import { feedNowMs } from '../core/feed/feed_clock.ts'
import { Clock } from '#app/clock/clock'
import type { Market } from '../core/markets.ts'
import { CandleStore } from '../storage/candle_store.ts'
import type { PriceAge } from './feed_board.ts'
import { listedMarket, RealmFeed } from './realm_feed.ts'
import { RealmMarketData } from './realm_market_data.ts'
import { MarketList } from './market_list.ts'

export interface CandleRequest {
  realmId?: string
  interval: Interval
  /** Milliseconds since the Unix epoch. */
  startTime?: number
  endTime?: number
}

export interface CandlesView {
  reading: PriceAge
  market: Market
  interval: Interval
  candles: readonly Candle[]
}

/** Reads the candles of a market, including the running one. */
@singleton()
export class ReadCandles {
  constructor(
    private realmFeed: RealmFeed,
    private sources: RealmMarketData,
    private candles: CandleStore,
    private clock: Clock,
    private markets: MarketList
  ) {}

  /**
   * Answers the newest candles of the time asked for.
   *
   * @throws ServiceError NOT_FOUND for an unknown market, VALIDATION_ERROR, and those of RealmFeed
   */
  async run(principal: Principal, marketId: string, request: CandleRequest): Promise<CandlesView> {
    const { interval } = request
    const source = await this.sources.of(principal, request.realmId)
    if (source) {
      const listed = listedMarket(this.markets, marketId)
      return { market: listed, interval, ...(await source.candles(listed, request)) }
    }
    const reading = await this.realmFeed.read(principal, request.realmId)
    const market = listedMarket(this.markets, marketId)
    const seconds = INTERVALS[interval]
    const toMs = request.endTime ?? feedNowMs(reading.stored.clock, this.clock.nowMs())
    const span = VENUE_LIMITS.candles * seconds * 1000
    const fromMs = request.startTime ?? Math.max(0, toMs - span)
    if (fromMs > toMs) {
      throw invalidField('startTime', 'range', 'The startTime field must not be after endTime')
    }
    const candles = await this.candles.range(reading.stored, {
      marketId: market.id,
      seconds,
      fromMs: bucketOf(fromMs, seconds),
      toMs,
      limit: VENUE_LIMITS.candles,
    })
    return { reading, market, interval, candles }
  }
}
