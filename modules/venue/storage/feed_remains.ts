import { singleton } from '#app/extension/singleton'
import { Database, type SqlParameter } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'

const TABLES = [
  'venue_ticks',
  'venue_mids',
  'venue_candles',
  'venue_funding_rates',
  'venue_feed_tapes',
  'venue_faults',
  'venue_feed_commands',
  'venue_feed_markets',
]

/** What feeds leave behind, and how it is deleted. */
@singleton()
export class FeedRemains {
  constructor(private database: Database) {}

  async privateFeeds(): Promise<{ id: string; realmId: string }[]> {
    return this.database.read(
      'SELECT id, realm_id AS realmId FROM venue_feeds WHERE realm_id IS NOT NULL'
    )
  }

  /** Feeds that have moved this many ticks since they were last pruned. */
  async grown(ticks: number): Promise<{ id: string; tick: number }[]> {
    const rows = await this.database.read<{ id: string; tick: string | number }>(
      `SELECT id, tick FROM venue_feeds WHERE tick >= pruned_tick + ${ticks}`
    )
    return rows.map(({ id, tick }) => ({ id, tick: Number(tick) }))
  }

  async pruned(feedId: string, tick: number): Promise<void> {
    await this.database.write('UPDATE venue_feeds SET pruned_tick = ? WHERE id = ?', [tick, feedId])
  }

  async dropTicks(feedId: string, beforeTick: number): Promise<void> {
    await this.#drop('venue_ticks WHERE feed_id = ? AND tick < ?', [feedId, beforeTick])
  }

  async dropCandles(
    feedId: string,
    { marketId, seconds, beforeMs }: { marketId: string; seconds: number; beforeMs: number }
  ): Promise<void> {
    const where = 'feed_id = ? AND market_id = ? AND seconds = ? AND open_ms < ?'
    await this.#drop(`venue_candles WHERE ${where}`, [feedId, marketId, seconds, beforeMs])
  }

  async dropFundingHours(feedId: string, marketId: string, beforeHour: number): Promise<void> {
    const where = 'feed_id = ? AND market_id = ? AND hour < ?'
    await this.#drop(`venue_funding_rates WHERE ${where}`, [feedId, marketId, beforeHour])
  }

  /**
   * Deletes a feed. Its own row goes first, so that nothing is added to its other rows afterwards.
   */
  async remove(feedId: string): Promise<void> {
    await this.database.write('DELETE FROM venue_feeds WHERE id = ?', [feedId])
    for (const table of TABLES) await this.#drop(`${table} WHERE feed_id = ?`, [feedId])
  }

  #drop(from: string, values: readonly SqlParameter[]): Promise<number> {
    return purgeRows(this.database, from, values)
  }
}
