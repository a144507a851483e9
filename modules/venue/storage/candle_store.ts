import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { count, integer, Table, text } from '#app/storage/table'
import { bucketOf, type Candle } from '../core/feed/candles.ts'
import type { HourRate } from '../core/feed/premium.ts'
import { msOfTick } from '../core/tick.ts'
import type { StoredFeed } from './feed_store.ts'
import { price, rate } from './columns.ts'

export interface CandleRange {
  /** null for all markets. */
  marketId: string | null
  seconds: number
  /** Opening times, in milliseconds since the Unix epoch; both ends included. */
  fromMs: number
  toMs: number
  /** Most candles; the newest are kept. */
  limit: number
}

/** The rate that an hour ended with. */
export type FundingHour = Omit<HourRate, 'market'>

export const CANDLES = new Table<Candle>('venue_candles', {
  marketId: text(),
  seconds: count(),
  openMs: count(),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: integer(),
  trades: count(),
})

export const RATES = new Table<HourRate>('venue_funding_rates', {
  market: text('market_id'),
  hour: count(),
  rate,
  premium: rate,
  oracle: price,
})

/**
 * Reads what feeds have left behind. The past of a private feed before its fork is its parent's.
 */
@singleton()
export class CandleStore {
  constructor(private database: Database) {}

  /** Of every market that has any, in order of time. */
  async byMarket(
    stored: StoredFeed,
    wanted: Omit<CandleRange, 'marketId'>
  ): Promise<ReadonlyMap<string, readonly Candle[]>> {
    const candles = await this.range(stored, { ...wanted, marketId: null })
    return Map.groupBy(candles, ({ marketId }) => marketId)
  }

  /** In order of time. */
  async range(stored: StoredFeed, wanted: CandleRange): Promise<Candle[]> {
    const { marketId, seconds, fromMs, toMs, limit } = wanted
    const cutMs = bucketOf(msOfTick(stored.firstTick), seconds)
    const own = await this.#read(stored.id, {
      ...wanted,
      fromMs: stored.parentId === null ? fromMs : Math.max(fromMs, cutMs),
    })
    const left = limit - own.length
    if (stored.parentId === null || left <= 0 || fromMs >= cutMs) return own
    const before = await this.#read(stored.parentId, {
      marketId,
      seconds,
      fromMs,
      toMs: Math.min(toMs, cutMs - 1),
      limit: left,
    })
    return [...before, ...own]
  }

  /** The last hours of a market, newest first. */
  fundingHours(
    stored: StoredFeed,
    marketId: string,
    { fromHour, toHour, limit }: { fromHour: number; toHour: number; limit: number }
  ): Promise<FundingHour[]> {
    const firstHour = Math.floor(msOfTick(stored.firstTick) / 3_600_000)
    return RATES.all(
      this.database,
      `WHERE market_id = ? AND hour BETWEEN ? AND ? AND (feed_id = ? OR (feed_id = ? AND hour < ?))
        ORDER BY hour DESC LIMIT ${limit}`,
      [marketId, fromHour, toHour, stored.id, stored.parentId ?? '', firstHour]
    )
  }

  async #read(feedId: string, wanted: CandleRange): Promise<Candle[]> {
    const { marketId, seconds, fromMs, toMs, limit } = wanted
    if (fromMs > toMs) return []
    const market = marketId === null ? '' : 'AND market_id = ?'
    const found = await CANDLES.all(
      this.database,
      `WHERE feed_id = ? ${market} AND seconds = ? AND open_ms BETWEEN ? AND ?
        ORDER BY open_ms DESC LIMIT ${limit}`,
      [feedId, ...(marketId === null ? [] : [marketId]), seconds, fromMs, toMs]
    )
    return found.reverse()
  }
}
