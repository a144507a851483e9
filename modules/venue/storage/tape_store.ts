import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { TapeCandle, Tapes } from '../core/feed/tape.ts'
import { formatPrice } from '../core/numerics.ts'
import { priceOf } from './price_column.ts'

interface TapeRow {
  number: number
  open: string
  high: string
  low: string
  close: string
}

/** Recorded candles that private feeds play. */
@singleton()
export class TapeStore {
  async load(
    session: SqlSession,
    feedId: string,
    wanted: readonly { marketId: string; numbers: readonly number[] }[]
  ): Promise<Tapes> {
    const tapes = new Map<string, Map<number, TapeCandle>>()
    for (const { marketId, numbers } of wanted) {
      const rows = await session.read<TapeRow>(
        `SELECT number, open, high, low, close FROM venue_feed_tapes
          WHERE feed_id = ? AND market_id = ? AND number IN (?)`,
        [feedId, marketId, numbers]
      )
      tapes.set(marketId, new Map(rows.map((row) => [row.number, toCandle(row)])))
    }
    return tapes
  }

  /** Replaces what the market has played so far. */
  async put(
    session: SqlSession,
    feedId: string,
    marketId: string,
    candles: readonly TapeCandle[]
  ): Promise<void> {
    await session.write('DELETE FROM venue_feed_tapes WHERE feed_id = ? AND market_id = ?', [
      feedId,
      marketId,
    ])
    const rows = candles.map(({ open, high, low, close }, number) => [
      feedId,
      marketId,
      number,
      ...[open, high, low, close].map(formatPrice),
    ])
    await session.write(
      'INSERT INTO venue_feed_tapes (feed_id, market_id, number, open, high, low, close) VALUES ?',
      [rows]
    )
  }
}

function toCandle({ open, high, low, close }: TapeRow): TapeCandle {
  return { open: priceOf(open), high: priceOf(high), low: priceOf(low), close: priceOf(close) }
}
