import type { Clock, Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlSession } from '#app/storage/database'
import type { SqlWriter } from '#app/storage/write_together'
import { formatPrice, type Price } from '../core/numerics.ts'
import { priceOf } from './columns.ts'

/** The mids of a feed, and when they became known. */
export interface KnownMids {
  madeAt: Micros
  mids: ReadonlyMap<string, Price>
}

/** The name under which mids of the live venue are stored; no feed has it. */
export const LIVE_MIDS = 'live'

const MOMENTS_AT_ONCE = 100

/**
 * Stores the mids of a feed. Call it after the feed's row was written, whose time they take: it
 * rises with every change.
 */
export async function keepMids(
  writer: SqlWriter,
  feedId: string,
  mids: Iterable<readonly [marketId: string, mid: Price]>
): Promise<void> {
  await writer.write(
    `INSERT INTO venue_mids (feed_id, made_at, body)
     SELECT id, updated_at, ? FROM venue_feeds WHERE id = ?
     ON DUPLICATE KEY UPDATE body = VALUES(body)`,
    [textOf(mids), feedId]
  )
}

/**
 * Stores mids of the live venue. Their time is taken while the row is locked that `settleLiveMids`
 * waits for: otherwise an answer for a past moment could change.
 *
 * @param session a transaction
 */
export async function keepLiveMids(
  session: SqlSession,
  clock: Clock,
  mids: Iterable<readonly [marketId: string, mid: Price]>
): Promise<void> {
  await session.read('SELECT id FROM venue_live_budget WHERE id = 1 FOR UPDATE')
  await session.write('INSERT IGNORE INTO venue_mids (feed_id, made_at, body) VALUES (?, ?, ?)', [
    LIVE_MIDS,
    toSqlDatetime(clock.nowMicros()),
    textOf(mids),
  ])
}

/** Waits for mids of the live venue that may still be committed with a time at or before now. */
export async function settleLiveMids(session: SqlReader): Promise<void> {
  await session.read('SELECT id FROM venue_live_budget WHERE id = 1 LOCK IN SHARE MODE')
}

/**
 * The newest mids of a feed, or the newest until a moment.
 *
 * @returns null when there are none
 */
export async function midsOf(
  session: SqlReader,
  feedId: string,
  asOf: Micros | null
): Promise<KnownMids | null> {
  const until = asOf === null ? '' : 'AND made_at <= ?'
  const [row] = await session.read<{ madeAt: string; body: string }>(
    `SELECT made_at AS madeAt, body FROM venue_mids WHERE feed_id = ? ${until}
      ORDER BY made_at DESC LIMIT 1`,
    asOf === null ? [feedId] : [feedId, toSqlDatetime(asOf)]
  )
  return row ? { madeAt: sqlToMicros(row.madeAt), mids: midsFromText(row.body) } : null
}

/** Like `midsOf` for many moments in few statements: one lookup in the key for each. */
export async function midsAtEach(
  session: SqlReader,
  feedId: string,
  moments: readonly Micros[]
): Promise<(KnownMids | null)[]> {
  const found: (KnownMids | null)[] = moments.map(() => null)
  for (let start = 0; start < moments.length; start += MOMENTS_AT_ONCE) {
    const asked = moments.slice(start, start + MOMENTS_AT_ONCE)
    const rows = await session.read<{ place: string | number; madeAt: string; body: string }>(
      asked
        .map(
          (_, index) =>
            `(SELECT ${start + index} AS place, made_at AS madeAt, body FROM venue_mids
               WHERE feed_id = ? AND made_at <= ? ORDER BY made_at DESC LIMIT 1)`
        )
        .join(' UNION ALL '),
      asked.flatMap((moment) => [feedId, toSqlDatetime(moment)])
    )
    for (const { place, madeAt, body } of rows) {
      found[Number(place)] = { madeAt: sqlToMicros(madeAt), mids: midsFromText(body) }
    }
  }
  return found
}

/** Waits for mids that may still be committed with a time at or before now. */
export async function settleMids(session: SqlReader, feedIds: readonly string[]): Promise<void> {
  await session.read('SELECT tick FROM venue_feeds WHERE id IN (?) LOCK IN SHARE MODE', [feedIds])
}

/** `sim:0:BTC=64000.5 sim:0:ETH=3200` */
function textOf(mids: Iterable<readonly [string, Price]>): string {
  return [...mids].map(([marketId, mid]) => `${marketId}=${formatPrice(mid)}`).join(' ')
}

function midsFromText(text: string): Map<string, Price> {
  return new Map(
    text.split(' ').flatMap((pair): [string, Price][] => {
      const [marketId = '', mid] = pair.split('=')
      return mid === undefined ? [] : [[marketId, priceOf(mid)]]
    })
  )
}
