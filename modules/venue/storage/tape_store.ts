import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { count, Table } from '#app/storage/table'
import type { TapeCandle, Tapes } from '../core/feed/tape.ts'
import { price } from './columns.ts'

const TAPES = new Table<TapeCandle & { number: number }>('venue_feed_tapes', {
  number: count(),
  open: price,
  high: price,
  low: price,
  close: price,
})

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
      const rest = 'WHERE feed_id = ? AND market_id = ? AND number IN (?)'
      const found = await TAPES.all(session, rest, [feedId, marketId, numbers])
      tapes.set(marketId, new Map(found.map(({ number, ...candle }) => [number, candle])))
    }
    return tapes
  }

  /** Replaces the candles that the market has played so far. */
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
    const numbered = candles.map((candle, number) => ({ ...candle, number }))
    await TAPES.insert(session, numbered, { feed_id: feedId, market_id: marketId })
  }
}
