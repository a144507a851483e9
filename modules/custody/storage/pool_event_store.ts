import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import type { EventValue, PoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'

export type EventState = 'tentative' | 'final'

interface EventRow {
  pool: Address
  seq: number | string
  name: string
  payload: string
  block_number: number | string
  block_hash: Hex
  tx_hash: Hex
  log_index: number
}

const COLUMNS = 'pool, seq, name, payload, block_number, block_hash, tx_hash, log_index'
const INSERT_ROWS = 500

/** The events of the pools of one chain. */
@singleton()
export class PoolEventStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  async add(session: SqlSession, events: readonly PoolEvent[]): Promise<void> {
    const now = toSqlDatetime(this.clock.nowMicros())
    for (let first = 0; first < events.length; first += INSERT_ROWS) {
      const rows = events
        .slice(first, first + INSERT_ROWS)
        .map((event): SqlValue[] => [
          this.chain.chainId,
          event.pool,
          event.seq,
          event.name,
          JSON.stringify(event.args),
          event.blockNumber,
          event.blockHash,
          event.transactionHash,
          event.logIndex,
          'tentative',
          now,
        ])
      await session.write(
        `INSERT INTO custody_events (chain_id, ${COLUMNS}, state, seen_at) VALUES ?`,
        [rows]
      )
    }
  }

  /** The events of a pool in order of `seq`, both ends included. */
  async between(pool: Address, first: number, last: number): Promise<PoolEvent[]> {
    const rows = await this.database.read<EventRow>(
      `SELECT ${COLUMNS} FROM custody_events
        WHERE chain_id = ? AND pool = ? AND seq BETWEEN ? AND ? ORDER BY seq`,
      [this.chain.chainId, pool, first, last]
    )
    return rows.map(eventOf)
  }

  /** What of a pool waits for finality up to a block, in order of `seq`. */
  async ripe(
    session: SqlSession,
    pool: Address,
    afterSeq: number,
    finalBlock: number,
    limit: number
  ): Promise<PoolEvent[]> {
    const rows = await session.read<EventRow>(
      `SELECT ${COLUMNS} FROM custody_events
        WHERE chain_id = ? AND pool = ? AND seq > ? AND state = 'tentative' AND block_number <= ?
        ORDER BY seq LIMIT ${limit}`,
      [this.chain.chainId, pool, afterSeq, finalBlock]
    )
    return rows.map(eventOf)
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
    await session.write(
      `UPDATE custody_events SET block_number = ?, block_hash = ?, tx_hash = ?, log_index = ?
        WHERE chain_id = ? AND pool = ? AND seq = ?`,
      [
        event.blockNumber,
        event.blockHash,
        event.transactionHash,
        event.logIndex,
        this.chain.chainId,
        event.pool,
        event.seq,
      ]
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

function eventOf(row: EventRow): PoolEvent {
  return {
    pool: row.pool,
    seq: Number(row.seq),
    name: row.name,
    args: JSON.parse(row.payload) as Record<string, EventValue>,
    blockNumber: Number(row.block_number),
    blockHash: row.block_hash,
    transactionHash: row.tx_hash,
    logIndex: row.log_index,
  }
}
