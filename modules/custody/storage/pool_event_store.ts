import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, json, Table, text } from '#app/storage/table'
import type { Address } from '../core/chain_types.ts'
import type { EarlierEvent } from '../core/event_origin.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'

export type EventState = 'tentative' | 'final'

export const EVENTS = new Table<PoolEvent>('custody_events', {
  pool: text(),
  seq: count(),
  name: text(),
  args: json('payload'),
  blockNumber: count(),
  blockHash: text(),
  transactionHash: text('tx_hash'),
  logIndex: count(),
})

/** The events of the pools of one chain. */
@singleton()
export class PoolEventStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  async add(session: SqlSession, events: readonly PoolEvent[]): Promise<void> {
    const seenAt = toSqlDatetime(this.clock.nowMicros())
    const also = { chain_id: this.chain.chainId, state: 'tentative', seen_at: seenAt }
    await EVENTS.insert(session, events, also)
  }

  /** The events of a pool in order of `seq`, both ends included. */
  between(pool: Address, first: number, last: number): Promise<PoolEvent[]> {
    const where = 'WHERE chain_id = ? AND pool = ? AND seq BETWEEN ? AND ? ORDER BY seq'
    return EVENTS.all(this.database, where, [this.chain.chainId, pool, first, last])
  }

  /** What of a pool a reorganisation may still take back, in order of `seq`. */
  tentative(pool: Address): Promise<PoolEvent[]> {
    const where = "WHERE chain_id = ? AND state = 'tentative' AND pool = ? ORDER BY seq"
    return EVENTS.all(this.database, where, [this.chain.chainId, pool])
  }

  /** The newest event of a pool with one of these names and these arguments, before a number; null when there is none. */
  newestBefore(
    pool: Address,
    seq: number,
    { name, args }: EarlierEvent
  ): Promise<PoolEvent | null> {
    const wanted = Object.entries(args)
    const told = wanted.map(() => 'AND JSON_VALUE(payload, ?) = ?').join(' ')
    const values = wanted.flatMap(([key, value]) => [`$.${key}`, value])
    const where = `WHERE chain_id = ? AND pool = ? AND seq < ? AND name IN (?) ${told}`
    const given = [this.chain.chainId, pool, seq, [name].flat(), ...values]
    return EVENTS.first(this.database, `${where} ORDER BY seq DESC LIMIT 1`, given)
  }

  /** All events of a pool with one of these names, in order of `seq`; of some that are few. */
  named(pool: Address, names: readonly string[]): Promise<PoolEvent[]> {
    const where = 'WHERE chain_id = ? AND pool = ? AND name IN (?) ORDER BY seq'
    return EVENTS.all(this.database, where, [this.chain.chainId, pool, names])
  }

  /** The proposals of co-signers that wait, one a boundary. One that has ended counts until that is final. */
  async waitingCosigners(pool: Address): Promise<PoolEvent[]> {
    const found = await EVENTS.all(
      this.database,
      `WHERE chain_id = ? AND pool = ? AND (name = 'CosignerProposed'
        OR (state = 'final' AND name IN ('CosignerChanged', 'CosignerCancelled'))) ORDER BY seq`,
      [this.chain.chainId, pool]
    )
    const newest = new Map(found.map((event) => [event.args.boundaryId, event]))
    return [...newest.values()].filter(({ name }) => name === 'CosignerProposed')
  }

  /**
   * The newest change of the time lock of each boundary of a pool, of those seen since. A shorter one counts once it
   * is final.
   *
   * @param since microseconds since the Unix epoch
   */
  async newestTimeLocks(pool: Address, since: number): Promise<PoolEvent[]> {
    const found = await EVENTS.all(
      this.database,
      `WHERE chain_id = ? AND pool = ? AND name = 'TimeLockChanged' AND seen_at >= ?
          AND (state = 'final' OR CAST(JSON_VALUE(payload, '$.timeLock') AS UNSIGNED)
                                > CAST(JSON_VALUE(payload, '$.previous') AS UNSIGNED)) ORDER BY seq`,
      [this.chain.chainId, pool, toSqlDatetime(since)]
    )
    return [...new Map(found.map((event) => [event.args.boundaryId, event])).values()]
  }

  /** What of a pool waits for finality up to a block, in order of `seq`. */
  ripe(
    pool: Address,
    afterSeq: number,
    finalBlock: number,
    limit: number,
    reader: SqlReader = this.database
  ): Promise<PoolEvent[]> {
    return EVENTS.all(
      reader,
      `WHERE chain_id = ? AND pool = ? AND seq > ? AND state = 'tentative' AND block_number <= ?
        ORDER BY seq LIMIT ${limit}`,
      [this.chain.chainId, pool, afterSeq, finalBlock]
    )
  }

  async poolsWithRipe(finalBlock: number): Promise<Set<Address>> {
    const rows = await this.database.read<{ pool: Address }>(
      `SELECT DISTINCT pool FROM custody_events
        WHERE chain_id = ? AND state = 'tentative' AND block_number <= ?`,
      [this.chain.chainId, finalBlock]
    )
    return new Set(rows.map(({ pool }) => pool))
  }

  async markFinal(session: SqlSession, pool: Address, first: number, last: number): Promise<void> {
    await session.write(
      `UPDATE custody_events SET state = 'final', final_at = ?
        WHERE chain_id = ? AND pool = ? AND seq BETWEEN ? AND ?`,
      [toSqlDatetime(this.clock.nowMicros()), this.chain.chainId, pool, first, last]
    )
  }

  /** A final event that stands in another block now. */
  async move(session: SqlSession, event: PoolEvent): Promise<void> {
    const { pool, seq, blockNumber, blockHash, transactionHash, logIndex } = event
    await EVENTS.update(
      session,
      { blockNumber, blockHash, transactionHash, logIndex },
      'WHERE chain_id = ? AND pool = ? AND seq = ?',
      [this.chain.chainId, pool, seq]
    )
  }

  /** First number per pool that stands above a block. */
  async firstAbove(session: SqlSession, number: number): Promise<Map<Address, number>> {
    const rows = await session.read<{ pool: Address; seq: number | string }>(
      `SELECT pool, MIN(seq) AS seq FROM custody_events
        WHERE chain_id = ? AND block_number > ? GROUP BY pool`,
      [this.chain.chainId, number]
    )
    return new Map(rows.map(({ pool, seq }) => [pool, Number(seq)]))
  }

  /** Final events stay: the block under them may be gone, what was done because of them is not. */
  async deleteTentativeAbove(session: SqlSession, number: number): Promise<number> {
    const { affectedRows } = await session.write(
      `DELETE FROM custody_events WHERE chain_id = ? AND state = 'tentative' AND block_number > ?`,
      [this.chain.chainId, number]
    )
    return affectedRows
  }
}
