import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { bucketOf, type Candle } from '../core/feed/candles.ts'
import { RATE_DECIMALS, parseFixed, type Price, type Rate } from '../core/numerics.ts'
import { msOfTick } from '../core/tick.ts'
import type { StoredFeed } from './feed_store.ts'
import { priceOf } from './price_column.ts'

export interface CandleRange {
  /** null for all markets. */
  marketId: string | null
  seconds: number
  /** Of the opening time, in milliseconds since the Unix epoch; both included. */
  fromMs: number
  toMs: number
  /** The newest ones. */
  limit: number
}

/** The rate an hour ended with. */
export interface FundingHour {
  hour: number
  rate: Rate
  premium: Rate
  oracle: Price
}

interface CandleRow {
  marketId: string
  openMs: string | number
  open: string
  high: string
  low: string
  close: string
  volume: string
  trades: string | number
}

/** Reads what feeds have left behind. What lies before a private feed is its parent's. */
@singleton()
export class CandleStore {
  constructor(private database: Database) {}

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
  async fundingHours(
    stored: StoredFeed,
    marketId: string,
    { fromHour, toHour, limit }: { fromHour: number; toHour: number; limit: number }
  ): Promise<FundingHour[]> {
    const firstHour = Math.floor(msOfTick(stored.firstTick) / 3_600_000)
    const rows = await this.database.read<{
      hour: string | number
      rate: string
      premium: string
      oracle: string
    }>(
      `SELECT hour, rate, premium, oracle FROM venue_funding_rates
        WHERE market_id = ? AND hour BETWEEN ? AND ?
          AND (feed_id = ? OR (feed_id = ? AND hour < ?))
        ORDER BY hour DESC LIMIT ${limit}`,
      [marketId, fromHour, toHour, stored.id, stored.parentId ?? '', firstHour]
    )
    return rows.map(({ hour, rate, premium, oracle }) => ({
      hour: Number(hour),
      rate: rateOf(rate),
      premium: rateOf(premium),
      oracle: priceOf(oracle),
    }))
  }

  async #read(feedId: string, wanted: CandleRange): Promise<Candle[]> {
    const { marketId, seconds, fromMs, toMs, limit } = wanted
    if (fromMs > toMs) return []
    const market = marketId === null ? '' : 'AND market_id = ?'
    const rows = await this.database.read<CandleRow>(
      `SELECT market_id AS marketId, open_ms AS openMs, open, high, low, close, volume, trades
         FROM venue_candles
        WHERE feed_id = ? ${market} AND seconds = ? AND open_ms BETWEEN ? AND ?
        ORDER BY open_ms DESC LIMIT ${limit}`,
      [feedId, ...(marketId === null ? [] : [marketId]), seconds, fromMs, toMs]
    )
    return rows.reverse().map((row) => ({
      marketId: row.marketId,
      seconds,
      openMs: Number(row.openMs),
      open: priceOf(row.open),
      high: priceOf(row.high),
      low: priceOf(row.low),
      close: priceOf(row.close),
      volume: BigInt(row.volume),
      trades: Number(row.trades),
    }))
  }
}

function rateOf(column: string): Rate {
  const rate = parseFixed(column, RATE_DECIMALS)
  if (rate === null) throw new Error('A rate column holds no rate')
  return rate
}
