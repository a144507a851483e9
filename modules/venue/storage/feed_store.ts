import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, part, Table, text } from '#app/storage/table'
import type { SqlWriter } from '#app/storage/write_together'
import type { Feed, MarketFeed } from '../core/feed/feed.ts'
import type { FeedClock } from '../core/feed/feed_clock.ts'
import { controlsFromText, controlsToText } from '../core/feed/feed_texts.ts'
import { fromMarketRecord, toMarketRecord, type MarketRecord } from '../core/feed_record.ts'
import { RATE_DECIMALS, formatFixed, parseFixed } from '../core/numerics.ts'
import { keepMids } from './mid_store.ts'

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
const SELECT_LIST = FIELDS.map((field) => `market.${COLUMNS[field]} AS ${field}`).join(', ')
const UPDATE_LIST = FIELDS.map((field) => `${COLUMNS[field]} = VALUES(${COLUMNS[field]})`).join(
  ', '
)

type MarketRow = MarketRecord & {
  marketId: string | null
  premium: string
  samples: number
  controls: string
}

/** A feed as it is stored. */
export interface StoredFeed {
  id: string
  /** The realm of a private feed; null for the shared one. */
  realmId: string | null
  /** The feed that has this feed's past; null for a feed without a parent. */
  parentId: string | null
  clock: FeedClock
  /** After how many ticks realms are shown the feed. */
  passTicks: number
  /** Number of changes by hand so far; numbers them. */
  commands: number
  firstTick: number
  feed: Feed
}

/** A feed without its markets. */
type FeedHead = Omit<StoredFeed, 'feed'> & { feed: Omit<Feed, 'markets'> }

const FEEDS = new Table<FeedHead>('venue_feeds', {
  id: text(),
  realmId: text(),
  parentId: text(),
  clock: part({ mode: text('clock_mode'), offsetMs: count(), manualMs: count() }),
  passTicks: count(),
  commands: count(),
  firstTick: count(),
  feed: part({ seed: text(), tick: count(), mode: text() }),
})

const MARKET_COLUMNS = `market.market_id AS marketId, ${SELECT_LIST},
  market.hour_premium AS premium, market.hour_samples AS samples, market.controls`

/** Private feeds that move; the value is the length of a tick in milliseconds. */
export const MOVING = `FROM venue_feeds
  WHERE realm_id IS NOT NULL AND (clock_mode = 'wall' OR manual_ms >= (tick + 1) * ?)`
/** Markets whose past is still to be made; the value is the shared feed. */
export const WITHOUT_HISTORY = `FROM venue_feed_markets market
  JOIN venue_feeds feed ON feed.id = market.feed_id
  WHERE market.has_history = 0 AND (feed.id = ? OR feed.realm_id IS NOT NULL)`

@singleton()
export class FeedStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * A feed, with its row locked until the transaction ends.
   *
   * @returns null when there is none
   */
  async lock(session: SqlSession, feedId: string): Promise<StoredFeed | null> {
    const values = [feedId]
    const [feeds, rows] = await session.readTogether([
      { sql: `SELECT ${FEEDS.selected} FROM ${FEEDS.name} WHERE id = ? FOR UPDATE`, values },
      {
        sql: `SELECT ${MARKET_COLUMNS} FROM venue_feed_markets market WHERE market.feed_id = ?`,
        values,
      },
    ])
    const [feed] = feeds as object[]
    return feed ? toFeed(FEEDS.entityOf(feed), rows as MarketRow[]) : null
  }

  /**
   * A feed with tick and prices of one moment, read in one statement.
   *
   * @returns null when the feed never ticked
   */
  async read(feedId: string, reader: SqlReader = this.database): Promise<StoredFeed | null> {
    const rows = await reader.read<MarketRow>(
      `SELECT ${FEEDS.selected}, ${MARKET_COLUMNS}
         FROM venue_feeds LEFT JOIN venue_feed_markets market ON market.feed_id = venue_feeds.id
        WHERE venue_feeds.id = ?`,
      [feedId]
    )
    const [first] = rows
    return first ? toFeed(FEEDS.entityOf(first), rows) : null
  }

  /** A market of a feed whose past is still to be made, those of the shared feed first. */
  async withoutHistory(sharedFeed: string): Promise<{ feedId: string; marketId: string } | null> {
    const [row] = await this.database.read<{ feedId: string; marketId: string }>(
      `SELECT market.feed_id AS feedId, market.market_id AS marketId ${WITHOUT_HISTORY}
        ORDER BY feed.id = ? DESC LIMIT 1`,
      [sharedFeed, sharedFeed]
    )
    return row ?? null
  }

  /** Marks the past of a copy as made, because its parent has it. */
  async leaveHistory(session: SqlSession, feedId: string): Promise<void> {
    await session.write('UPDATE venue_feed_markets SET has_history = 1 WHERE feed_id = ?', [feedId])
  }

  /** @returns false when another process has made it */
  async claimHistory(session: SqlSession, feedId: string, marketId: string): Promise<boolean> {
    const { affectedRows } = await session.write(
      `UPDATE venue_feed_markets SET has_history = 1
        WHERE feed_id = ? AND market_id = ? AND has_history = 0`,
      [feedId, marketId]
    )
    return affectedRows > 0
  }

  async exists(feedId: string): Promise<boolean> {
    const rows = await this.database.read('SELECT 1 FROM venue_feeds WHERE id = ?', [feedId])
    return rows.length > 0
  }

  /** Private feeds that follow the wall clock, or are behind their manual clock. */
  async moving(tickMs: number): Promise<string[]> {
    const sql = `SELECT id ${MOVING} ORDER BY id`
    const rows = await this.database.read<{ id: string }>(sql, [tickMs])
    return rows.map(({ id }) => id)
  }

  /** @returns false when another process has created the feed in between */
  async create(session: SqlSession, stored: StoredFeed): Promise<boolean> {
    const now = toSqlDatetime(this.clock.nowMicros())
    const { id, feed } = stored
    const also = { pruned_tick: feed.tick, created_at: now, updated_at: now }
    if ((await FEEDS.insertNew(session, stored, also)) === 0) return false
    await this.#saveMarkets(session, id, feed)
    return true
  }

  /** Stores a feed; call it with the feed's row locked. */
  async save(writer: SqlWriter, stored: StoredFeed): Promise<void> {
    const { id, clock, passTicks, commands, feed } = stored
    await writer.write(
      `UPDATE venue_feeds SET mode = ?, clock_mode = ?, offset_ms = ?, manual_ms = ?,
         pass_ticks = ?, commands = ?, tick = ?,
         updated_at = GREATEST(CAST(? AS DATETIME(6)), updated_at + INTERVAL 1 MICROSECOND)
        WHERE id = ?`,
      [
        feed.mode,
        clock.mode,
        clock.offsetMs,
        clock.manualMs,
        passTicks,
        commands,
        feed.tick,
        toSqlDatetime(this.clock.nowMicros()),
        id,
      ]
    )
    await this.#saveMarkets(writer, id, feed)
  }

  async #saveMarkets(writer: SqlWriter, feedId: string, feed: Feed): Promise<void> {
    const rows = Object.entries(feed.markets).map(([marketId, { prices, premium, controls }]) => {
      const record = toMarketRecord(prices)
      return [
        feedId,
        marketId,
        formatFixed(premium.total, RATE_DECIMALS),
        premium.samples,
        controlsToText(controls),
        ...FIELDS.map((field) => record[field]),
      ]
    })
    if (rows.length === 0) return
    await writer.write(
      `INSERT INTO venue_feed_markets
         (feed_id, market_id, hour_premium, hour_samples, controls, ${COLUMN_LIST}) VALUES ?
       ON DUPLICATE KEY UPDATE hour_premium = VALUES(hour_premium),
         hour_samples = VALUES(hour_samples), controls = VALUES(controls), ${UPDATE_LIST}`,
      [rows]
    )
    const mids = Object.entries(feed.markets).map(([id, { prices }]) => [id, prices.mid] as const)
    await keepMids(writer, feedId, mids)
  }
}

function toFeed(head: FeedHead, rows: readonly MarketRow[]): StoredFeed {
  const markets = rows.flatMap((each): [string, MarketFeed][] => {
    return each.marketId === null ? [] : [[each.marketId, toMarket(each)]]
  })
  return { ...head, feed: { ...head.feed, markets: Object.fromEntries(markets) } }
}

function toMarket(row: MarketRow): MarketFeed {
  const total = parseFixed(row.premium, RATE_DECIMALS)
  if (total === null) throw new Error('A stored premium is damaged')
  return {
    prices: fromMarketRecord(row),
    premium: { total, samples: row.samples },
    controls: controlsFromText(row.controls),
  }
}
