import { LRUCache } from 'lru-cache'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { VENUE_LIMITS } from '../../limits.ts'
import { INTERVALS, bucketOf, type Interval } from '../../core/feed/candles.ts'
import type { Market } from '../../core/markets.ts'
import { STALE_AFTER_SECONDS, type PriceAge } from '../../services/feed_board.ts'
import type {
  Book,
  CandleSpan,
  Candles,
  MarketDataSource,
  Mids,
} from '../../services/market_data_source.ts'
import { isOffered, readCandles, readLevels, type WireBook } from '../core/read_market_data.ts'
import { VenueBusy, VenueSilent } from '../wire/hyperliquid.ts'
import { LiveConnection } from './live_connection.ts'
import { LivePrices } from './live_prices.ts'

const MS_PER_SECOND = 1000

/**
 * The live venue's public prices. All callers of a process share one answer for a moment, because
 * the budget of requests is for orders first, and readers must not use it up.
 */
@singleton()
export class LiveMarketData implements MarketDataSource {
  #answers = new LRUCache<string, { atMs: number; answer: Promise<unknown> }>({
    max: VENUE_LIMITS.liveAnswersRemembered,
  })

  constructor(
    private connection: LiveConnection,
    private prices: LivePrices,
    private clock: Clock
  ) {}

  async markets(): Promise<ReadonlyMap<string, Market>> {
    const markets = await this.prices.markets()
    if (markets.size === 0) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    return new Map([...markets].map(([id, { market }]) => [id, market]))
  }

  async mids(): Promise<Mids> {
    await this.prices.markets()
    const known = this.prices.mids()
    if (!known || known.mids.size === 0) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    return { ...this.#age(known.atMs), mids: known.mids }
  }

  async book({ id }: Market): Promise<Book> {
    const market = (await this.prices.markets()).get(id)
    if (!market) return { reading: this.#age(this.clock.nowMs()), bids: [], asks: [] }
    const { timings } = this.connection.require()
    const request = { type: 'l2Book', coin: market.coin }
    const answer = (await this.#read(request, 0, timings.bookMs)) as Partial<WireBook> | null
    const [bids, asks] = Array.isArray(answer?.levels) ? answer.levels : []
    const { szDecimals } = market.market
    const { time } = answer ?? {}
    if (!bids || !asks || !Number.isSafeInteger(time)) {
      throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    }
    return {
      reading: this.#age(time!),
      bids: readLevels(bids, szDecimals),
      asks: readLevels(asks, szDecimals),
    }
  }

  async candles({ id }: Market, { interval, startTime, endTime }: CandleSpan): Promise<Candles> {
    if (!isOffered(interval)) {
      const message = 'The live venue has no candles of this interval'
      throw invalidField('interval', 'not_offered', message)
    }
    const nowMs = this.clock.nowMs()
    if ((startTime ?? 0) > (endTime ?? nowMs)) {
      throw invalidField('startTime', 'range', 'The startTime field must not be after endTime')
    }
    const toMs = Math.min(endTime ?? nowMs, nowMs)
    const fromMs = this.#from(interval, startTime ?? 0, toMs)
    const market = (await this.prices.markets()).get(id)
    if (!market || fromMs > toMs) return { reading: this.#age(nowMs), candles: [] }
    const { timings } = this.connection.require()
    const seconds = INTERVALS[interval]
    // The whole last interval, so that callers who ask a moment apart share one answer.
    const endMs = bucketOf(toMs, seconds) + seconds * MS_PER_SECOND - 1
    const span = { interval, startTime: fromMs, endTime: endMs }
    const count = Math.ceil((endMs - fromMs) / (seconds * MS_PER_SECOND))
    const request = { type: 'candleSnapshot', req: { coin: market.coin, ...span } }
    const answer = await this.#read(
      request,
      Math.ceil(count / CANDLES_PER_WEIGHT),
      timings.pricesMs
    )
    const { szDecimals } = market.market
    const candles = readCandles(answer, { marketId: id, interval, szDecimals })
    const within = candles.filter(({ openMs }) => openMs >= fromMs && openMs <= toMs)
    return { reading: this.#age(nowMs), candles: within.slice(-VENUE_LIMITS.candles) }
  }

  #from(interval: Interval, startTime: number, toMs: number): number {
    const seconds = INTERVALS[interval]
    const earliest = toMs - VENUE_LIMITS.candles * seconds * MS_PER_SECOND
    return Math.max(0, bucketOf(Math.max(startTime, earliest), seconds))
  }

  /**
   * @throws ServiceError MARKET_DATA_UNAVAILABLE when the venue does not answer, or the budget does
   *   not suffice
   */
  async #read(
    request: { type: string } & Record<string, unknown>,
    extraWeight: number,
    freshMs: number
  ): Promise<unknown> {
    const key = JSON.stringify(request)
    const nowMs = this.clock.nowMs()
    const known = this.#answers.get(key)
    const entry =
      known && nowMs - known.atMs < freshMs
        ? known
        : {
            atMs: nowMs,
            answer: this.connection.require().wire.info(request, 'history', extraWeight),
          }
    if (entry !== known) {
      this.#answers.set(key, entry)
      // A failed read fails for the callers who waited for it, and the next caller tries again.
      entry.answer.catch(() => {
        if (this.#answers.get(key) === entry) this.#answers.delete(key)
      })
    }
    try {
      return await entry.answer
    } catch (error) {
      if (error instanceof VenueSilent) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
      if (!(error instanceof VenueBusy)) throw error
      const seconds = Math.ceil(error.retryAfterMs / MS_PER_SECOND)
      throw new ServiceError('MARKET_DATA_UNAVAILABLE', {
        headers: { 'Retry-After': `${seconds}` },
      })
    }
  }

  #age(asOfMs: number): PriceAge {
    const age = Math.max(0, this.clock.nowMs() - asOfMs)
    const ageSeconds = Math.floor(age / MS_PER_SECOND)
    return { asOfMs, ageSeconds, stale: ageSeconds >= STALE_AFTER_SECONDS }
  }
}

const CANDLES_PER_WEIGHT = 60
