import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession } from '#app/storage/database'
import type { Candle } from '../core/feed/candles.ts'
import { passFromText, passToText } from '../core/feed/feed_texts.ts'
import type { HourRate } from '../core/feed/premium.ts'
import type { FeedPass, FeedRun } from '../core/feed/run_feed.ts'
import { PRICE_DECIMALS, RATE_DECIMALS, formatFixed, type Price } from '../core/numerics.ts'
import type { StoredFeed } from './feed_store.ts'

/** Far below max_allowed_packet. */
const ROWS_PER_STATEMENT = 2000

/** What ticks leave behind: passes, candles, funding rates. */
@singleton()
export class TickStore {
  /** In the transaction that moves the feed: either both are there or neither. */
  async keep(session: SqlSession, feedId: string, run: Omit<FeedRun, 'feed'>): Promise<void> {
    await this.#keepPasses(session, feedId, run.passes)
    await this.joinCandles(session, feedId, run.candles)
    await this.#keepRates(session, feedId, run.rates)
  }

  /** The passes after a tick. A private feed's are preceded by those of its parent up to the fork. */
  async after(
    reader: SqlReader,
    { id, parentId, firstTick }: StoredFeed,
    tick: number,
    limit: number
  ): Promise<FeedPass[]> {
    const rows = await reader.read<{ tick: string | number; body: string }>(
      `SELECT tick, body FROM venue_ticks
        WHERE tick > ? AND (feed_id = ? OR (feed_id = ? AND tick <= ?))
        ORDER BY tick LIMIT ${limit}`,
      [tick, id, parentId ?? '', firstTick]
    )
    return rows.map((row) => passFromText(Number(row.tick), row.body))
  }

  /** The newest pass of a feed itself. @returns null when none is kept */
  async newest(reader: SqlReader, { id }: StoredFeed): Promise<FeedPass | null> {
    const [row] = await reader.read<{ tick: string | number; body: string }>(
      'SELECT tick, body FROM venue_ticks WHERE feed_id = ? ORDER BY tick DESC LIMIT 1',
      [id]
    )
    return row ? passFromText(Number(row.tick), row.body) : null
  }

  /** Oracles of a market since a tick, as far as they are kept. */
  async oraclesSince(
    reader: SqlReader,
    stored: StoredFeed,
    marketId: string,
    tick: number
  ): Promise<Price[]> {
    const passes = await this.after(reader, stored, tick, ROWS_PER_STATEMENT)
    return passes.flatMap(({ prices }) => prices[marketId]?.oracle ?? [])
  }

  /** Adds later parts of candles to what is stored of them. */
  async joinCandles(
    session: SqlSession,
    feedId: string,
    candles: readonly Candle[]
  ): Promise<void> {
    await insertCandles(
      session,
      feedId,
      candles,
      'high = GREATEST(high, VALUES(high)), low = LEAST(low, VALUES(low)), close = VALUES(close)'
    )
  }

  /** Adds earlier parts of candles to what is stored of them. */
  async putBefore(session: SqlSession, feedId: string, candles: readonly Candle[]): Promise<void> {
    await insertCandles(
      session,
      feedId,
      candles,
      'high = GREATEST(high, VALUES(high)), low = LEAST(low, VALUES(low)), open = VALUES(open)'
    )
  }

  /** The running candles of a feed become those of its copy. */
  async copyCandles(
    session: SqlSession,
    fromId: string,
    toId: string,
    openMsBySeconds: readonly (readonly [seconds: number, openMs: number])[]
  ): Promise<void> {
    await session.write(
      `INSERT INTO venue_candles
         (feed_id, market_id, seconds, open_ms, open, high, low, close, volume, trades)
       SELECT ?, market_id, seconds, open_ms, open, high, low, close, volume, trades
         FROM venue_candles WHERE feed_id = ? AND (seconds, open_ms) IN (?)`,
      [toId, fromId, openMsBySeconds]
    )
  }

  async #keepPasses(session: SqlSession, feedId: string, passes: readonly FeedPass[]) {
    const rows = passes.map((pass) => [feedId, pass.tick, passToText(pass)])
    for (const part of parts(rows)) {
      await session.write('INSERT INTO venue_ticks (feed_id, tick, body) VALUES ?', [part])
    }
  }

  async #keepRates(session: SqlSession, feedId: string, rates: readonly HourRate[]) {
    const rows = rates.map(({ market, hour, rate, premium, oracle }) => [
      feedId,
      market,
      hour,
      formatFixed(rate, RATE_DECIMALS),
      formatFixed(premium, RATE_DECIMALS),
      formatFixed(oracle, PRICE_DECIMALS),
    ])
    for (const part of parts(rows)) {
      await session.write(
        'INSERT INTO venue_funding_rates (feed_id, market_id, hour, rate, premium, oracle) VALUES ?',
        [part]
      )
    }
  }
}

async function insertCandles(
  session: SqlSession,
  feedId: string,
  candles: readonly Candle[],
  joining: string
): Promise<void> {
  const rows = candles.map((candle) => [
    feedId,
    candle.marketId,
    candle.seconds,
    candle.openMs,
    formatFixed(candle.open, PRICE_DECIMALS),
    formatFixed(candle.high, PRICE_DECIMALS),
    formatFixed(candle.low, PRICE_DECIMALS),
    formatFixed(candle.close, PRICE_DECIMALS),
    candle.volume.toString(),
    candle.trades,
  ])
  for (const part of parts(rows)) {
    await session.write(
      `INSERT INTO venue_candles
         (feed_id, market_id, seconds, open_ms, open, high, low, close, volume, trades) VALUES ?
       ON DUPLICATE KEY UPDATE ${joining},
         volume = volume + VALUES(volume), trades = trades + VALUES(trades)`,
      [part]
    )
  }
}

function parts<Row>(rows: readonly Row[]): Row[][] {
  const result: Row[][] = []
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    result.push(rows.slice(at, at + ROWS_PER_STATEMENT))
  }
  return result
}
