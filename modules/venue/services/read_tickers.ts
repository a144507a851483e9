import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { INTERVALS, bucketOf, type Candle } from '../core/feed/candles.ts'
import { isListed, type MarketFeed } from '../core/feed/feed.ts'
import type { Market } from '../core/markets.ts'
import { notionalMicros, type Lots, type Price } from '../core/numerics.ts'
import { CandleStore } from '../storage/candle_store.ts'
import type { FeedReading } from './feed_board.ts'
import { RealmFeed } from './realm_feed.ts'
import { MarketList } from './market_list.ts'

const DAY_MS = 24 * 3_600_000
const SECONDS = INTERVALS['15m']
/** More than a day of candles of every market. */
const MOST_CANDLES = 10_000

/** A day of a market, exact to a quarter of an hour. */
export interface DayStats {
  /** The price a day ago; null when the market has no past. */
  previous: Price | null
  high: Price | null
  low: Price | null
  volume: Lots
  /** Micro-USD. */
  notional: bigint
}

export interface TickersView {
  reading: FeedReading
  tickers: readonly { market: Market; feed: MarketFeed; day: DayStats }[]
}

/** Reads prices, funding and the last day of every listed market. */
@singleton()
export class ReadTickers {
  /** All callers ask for the shared feed, so one reading per tick is kept. */
  #shared: { tick: number; candles: ReturnType<CandleStore['byMarket']> } | null = null

  constructor(
    private realmFeed: RealmFeed,
    private candles: CandleStore,
    private markets: MarketList
  ) {}

  /** @throws ServiceError those of RealmFeed */
  async run(principal: Principal, realmId: string | undefined): Promise<TickersView> {
    const reading = await this.realmFeed.read(principal, realmId)
    const { feed } = reading.stored
    const candles = await this.#day(reading)
    const listed = this.markets.filter(
      (market) => isListed(market, feed) && feed.markets[market.id]
    )
    const tickers = listed.map((market) => {
      const day = dayStats(market, candles.get(market.id) ?? [])
      return { market, feed: feed.markets[market.id]!, day }
    })
    return { reading, tickers }
  }

  #day(reading: FeedReading): ReturnType<CandleStore['byMarket']> {
    const { stored, tick } = reading
    if (stored.realmId !== null) return this.#read(reading)
    if (this.#shared?.tick !== tick) {
      const candles = this.#read(reading)
      const entry = { tick, candles }
      this.#shared = entry
      // A failed reading is not kept for later callers.
      candles.catch(() => {
        if (this.#shared === entry) this.#shared = null
      })
    }
    return this.#shared!.candles
  }

  #read({ stored, asOfMs }: FeedReading): ReturnType<CandleStore['byMarket']> {
    return this.candles.byMarket(stored, {
      seconds: SECONDS,
      fromMs: bucketOf(asOfMs - DAY_MS, SECONDS),
      toMs: asOfMs,
      limit: MOST_CANDLES,
    })
  }
}

function dayStats(market: Market, candles: readonly Candle[]): DayStats {
  const [first] = candles
  const start = { high: first?.high ?? null, low: first?.low ?? null, volume: 0n, notional: 0n }
  return candles.reduce<DayStats>(
    (day, { high, low, close, volume }) => ({
      previous: day.previous,
      high: day.high !== null && day.high > high ? day.high : high,
      low: day.low !== null && day.low < low ? day.low : low,
      volume: day.volume + volume,
      notional: day.notional + notionalMicros(close, volume, market.szDecimals),
    }),
    { previous: first?.open ?? null, ...start }
  )
}
