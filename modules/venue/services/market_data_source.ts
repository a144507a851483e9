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
  /** In milliseconds since the Unix epoch; left out, the newest candles are read. */
  startTime?: number
  endTime?: number
}

export interface Candles {
  reading: PriceAge
  candles: readonly Candle[]
}

/** The prices of a venue that has its own, as it shows them publicly. */
export interface MarketDataSource {
  /** Those of this service's markets that the venue lists, with the venue's own terms. */
  markets(): Promise<ReadonlyMap<string, Market>>
  /** @throws ServiceError MARKET_DATA_UNAVAILABLE, as does every method here */
  mids(): Promise<Mids>
  /** Empty for a market that the venue does not trade. */
  book(market: Market): Promise<Book>
  /** @throws ServiceError VALIDATION_ERROR for an interval that the venue does not have */
  candles(market: Market, span: CandleSpan): Promise<Candles>
}
