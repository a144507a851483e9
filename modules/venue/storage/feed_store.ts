import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { Database, SqlSession } from '#app/storage/database'
import { fromRecord, toRecord, type MarketRecord } from '../core/feed_record.ts'
import { PRICE_DECIMALS, parseFixed, type Price } from '../core/numerics.ts'
import type { FeedState } from '../core/tick.ts'

/** Stored column of every field of a market's record. */
const COLUMNS: Record<keyof MarketRecord, string> = {
  random: 'random_state',
  fairValue: 'fair_value',
  basis: 'basis',
  oracle: 'oracle',
  mark: 'mark',
  mid: 'mid',
  bid: 'bid',
  ask: 'ask',
  last: 'last',
  premiumNumerator: 'premium_numerator',
  premiumDenominator: 'premium_denominator',
  bookNumerator: 'book_numerator',
  bookDenominator: 'book_denominator',
}

const FIELDS = Object.keys(COLUMNS) as (keyof MarketRecord)[]
const COLUMN_LIST = FIELDS.map((field) => COLUMNS[field]).join(', ')
const SELECT_LIST = FIELDS.map((field) => `${COLUMNS[field]} AS ${field}`).join(', ')
const UPDATE_LIST = FIELDS.map((field) => `${COLUMNS[field]} = VALUES(${COLUMNS[field]})`).join(
  ', '
)

interface FeedRow {
  seed: string
  tick: string
}

/** The mids of a feed at its latest committed tick. */
export interface FeedMids {
  tick: number
  /** By market id; markets without a price are left out. */
  mids: ReadonlyMap<string, Price>
}

export class FeedStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** The feed's state, its row locked until the transaction ends. @returns null when there is none */
  async lock(session: SqlSession, feedId: string): Promise<FeedState | null> {
    const [feed] = await session.read<FeedRow>(
      'SELECT seed, tick FROM venue_feeds WHERE id = ? FOR UPDATE',
      [feedId]
    )
    if (!feed) return null
    const rows = await session.read<MarketRecord & { marketId: string }>(
      `SELECT market_id AS marketId, ${SELECT_LIST} FROM venue_feed_markets WHERE feed_id = ?`,
      [feedId]
    )
    const markets = rows.map((row) => [row.marketId, fromRecord(row)] as const)
    return { seed: feed.seed, tick: Number(feed.tick), markets: Object.fromEntries(markets) }
  }

  /** @returns false when another process has created the feed in between */
  async create(session: SqlSession, feedId: string, feed: FeedState): Promise<boolean> {
    const now = toSqlDatetime(this.clock.nowMicros())
    const { affectedRows } = await session.write(
      `INSERT IGNORE INTO venue_feeds (id, seed, first_tick, tick, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [feedId, feed.seed, feed.tick, feed.tick, now, now]
    )
    if (affectedRows === 0) return false
    await this.#saveMarkets(session, feedId, feed)
    return true
  }

  /** Call with the feed's row locked. */
  async save(session: SqlSession, feedId: string, feed: FeedState): Promise<void> {
    await session.write('UPDATE venue_feeds SET tick = ?, updated_at = ? WHERE id = ?', [
      feed.tick,
      toSqlDatetime(this.clock.nowMicros()),
      feedId,
    ])
    await this.#saveMarkets(session, feedId, feed)
  }

  /** Tick and mids of one moment, in one statement. @returns null when the feed never ticked */
  async readMids(feedId: string): Promise<FeedMids | null> {
    const rows = await this.database.read<{ tick: string; marketId: string; mid: string }>(
      `SELECT feed.tick, market.market_id AS marketId, market.mid
         FROM venue_feeds feed JOIN venue_feed_markets market ON market.feed_id = feed.id
        WHERE feed.id = ?`,
      [feedId]
    )
    const [first] = rows
    if (!first) return null
    const mids = rows.map(({ marketId, mid }) => [marketId, priceOf(mid)] as const)
    return { tick: Number(first.tick), mids: new Map(mids) }
  }

  async #saveMarkets(session: SqlSession, feedId: string, feed: FeedState): Promise<void> {
    const rows = Object.entries(feed.markets).map(([marketId, prices]) => {
      const record = toRecord(prices)
      return [feedId, marketId, ...FIELDS.map((field) => record[field])]
    })
    await session.write(
      `INSERT INTO venue_feed_markets (feed_id, market_id, ${COLUMN_LIST}) VALUES ?
       ON DUPLICATE KEY UPDATE ${UPDATE_LIST}`,
      [rows]
    )
  }
}

function priceOf(column: string): Price {
  const price = parseFixed(column, PRICE_DECIMALS)
  if (price === null) throw new Error('A price column holds no price')
  return price
}
