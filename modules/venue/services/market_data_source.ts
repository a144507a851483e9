import type { ViewedLevel } from '../core/feed/book_view.ts'
import type { Candle, Interval } from '../core/feed/candles.ts'
import type { Market } from '../core/markets.ts'
import type { Price } from '../core/numerics.ts'
import type { PriceAge } from './feed_board.ts'

export interface Mids extends PriceAge {
  /** By market id; markets without a price are left out. */
  mids: ReadonlyMap<string, Price>
}

export interface Book {
  reading: PriceAge
  bids: readonly ViewedLevel[]
  asks: readonly ViewedLevel[]
}

export interface CandleSpan {
  interval: Interval
  /** Milliseconds since the Unix epoch; without them the newest. */
  startTime?: number
  endTime?: number
}

export interface Candles {
  reading: PriceAge
  candles: readonly Candle[]
}

/** Prices of a venue that has its own, as it shows them to everybody. */
export interface MarketDataSource {
  /** What it lists of our markets, with its own terms. */
  markets(): Promise<ReadonlyMap<string, Market>>
  /** @throws ServiceError MARKET_DATA_UNAVAILABLE, as all of these */
  mids(): Promise<Mids>
  /** Empty for a market it does not trade. */
  book(market: Market): Promise<Book>
  /** @throws ServiceError VALIDATION_ERROR for an interval it does not have */
  candles(market: Market, span: CandleSpan): Promise<Candles>
}
