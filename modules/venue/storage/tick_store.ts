import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession } from '#app/storage/database'
import { count, Table, text } from '#app/storage/table'
import type { SqlWriter } from '#app/storage/write_together'
import type { Candle } from '../core/feed/candles.ts'
import { passFromText, passToText } from '../core/feed/feed_texts.ts'
import type { FeedPass, FeedRun } from '../core/feed/run_feed.ts'
import type { Price } from '../core/numerics.ts'
import { CANDLES, RATES } from './candle_store.ts'
import type { StoredFeed } from './feed_store.ts'

const PASSES = new Table<{ tick: number; body: string }>('venue_ticks', {
  tick: count(),
  body: text(),
})
const PASSES_AT_ONCE = 2000

/** What ticks leave behind: passes, candles, funding rates. */
@singleton()
export class TickStore {
  /**
   * Stores the results of ticks in the transaction that moves the feed, so that either both are
   * stored or neither.
   */
  async keep(writer: SqlWriter, feedId: string, run: Omit<FeedRun, 'feed'>): Promise<void> {
    const passes = run.passes.map((pass) => ({ tick: pass.tick, body: passToText(pass) }))
    await PASSES.insert(writer, passes, { feed_id: feedId })
    await this.joinCandles(writer, feedId, run.candles)
    await RATES.insert(writer, run.rates, { feed_id: feedId })
  }

  /**
   * The passes after a tick. Those of a private feed are preceded by its parent's, up to the fork.
   */
  async after(
    reader: SqlReader,
    { id, parentId, firstTick }: StoredFeed,
    tick: number,
    limit: number
  ): Promise<FeedPass[]> {
    const rows = await PASSES.all(
      reader,
      `WHERE tick > ? AND (feed_id = ? OR (feed_id = ? AND tick <= ?)) ORDER BY tick LIMIT ${limit}`,
      [tick, id, parentId ?? '', firstTick]
    )
    return rows.map((row) => passFromText(row.tick, row.body))
  }

  /**
   * The newest pass of the feed itself.
   *
   * @returns null when none is kept
   */
  async newest(reader: SqlReader, { id }: StoredFeed): Promise<FeedPass | null> {
    const row = await PASSES.first(reader, 'WHERE feed_id = ? ORDER BY tick DESC LIMIT 1', [id])
    return row && passFromText(row.tick, row.body)
  }

  /** The oracles of a market since a tick, as far as they are kept. */
  async oraclesSince(
    reader: SqlReader,
    stored: StoredFeed,
    marketId: string,
    tick: number
  ): Promise<Price[]> {
    const passes = await this.after(reader, stored, tick, PASSES_AT_ONCE)
    return passes.flatMap(({ prices }) => prices[marketId]?.oracle ?? [])
  }

  /** Adds later parts of candles to the stored parts. */
  async joinCandles(writer: SqlWriter, feedId: string, candles: readonly Candle[]): Promise<void> {
    await insertCandles(
      writer,
      feedId,
      candles,
      'high = GREATEST(high, VALUES(high)), low = LEAST(low, VALUES(low)), close = VALUES(close)'
    )
  }

  /** Adds earlier parts of candles to the stored parts. */
  async putBefore(session: SqlSession, feedId: string, candles: readonly Candle[]): Promise<void> {
    await insertCandles(
      session,
      feedId,
      candles,
      'high = GREATEST(high, VALUES(high)), low = LEAST(low, VALUES(low)), open = VALUES(open)'
    )
  }

  /** Copies the running candles of a feed to its fork. */
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
}

async function insertCandles(
  writer: SqlWriter,
  feedId: string,
  candles: readonly Candle[],
  joining: string
): Promise<void> {
  const rest = `ON DUPLICATE KEY UPDATE ${joining},
    volume = volume + VALUES(volume), trades = trades + VALUES(trades)`
  await CANDLES.insert(writer, candles, { feed_id: feedId }, rest)
}
