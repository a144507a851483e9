import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, Table, text, time } from '#app/storage/table'
import type { Block } from '../core/judge_chain.ts'
import { ChainNames } from '../core/chain_names.ts'

export interface IndexCursor extends Block {
  /** Up to here every pool that is not behind has confirmed that nothing is missing. */
  verifiedNumber: number
  /** Events up to here are final. */
  finalNumber: number
  version: number
  /** Why the events are read no further, and since when; null while they are. */
  stoppedReason: string | null
  stoppedAt: Micros | null
}

export const INDEX_CURSORS = new Table<IndexCursor>('custody_index_cursors', {
  number: count('block_number'),
  hash: text('block_hash'),
  verifiedNumber: count(),
  finalNumber: count(),
  version: count(),
  stoppedReason: text(),
  stoppedAt: time(),
})

const BLOCKS = new Table<Block>('custody_index_blocks', {
  number: count('block_number'),
  hash: text('block_hash'),
})

interface PoolTotals {
  pools: number
  behind: number
  faults: number
  gaps: number
  /** Events that were applied and that the chain, which was rebuilt, does not show (yet). */
  missing: number
}

const POOL_TOTALS = new Table<PoolTotals>('custody_pool_cursors', {
  pools: count('COUNT(*)'),
  behind: count('COALESCE(SUM(behind_from IS NOT NULL), 0)'),
  faults: count('COALESCE(SUM(fault IS NOT NULL), 0)'),
  gaps: count('COALESCE(SUM(gaps), 0)'),
  missing: count('COALESCE(SUM(IF(final_seq > last_seq, final_seq - last_seq, 0)), 0)'),
})

export interface IndexSummary extends PoolTotals {
  /** Pools with events that are old enough to be final and wait. */
  held: number
  blockNumber: number
  finalNumber: number
  stoppedReason: string | null
}

/** Another worker has written since: whatever was read is stale. */
export class Overtaken extends Error {
  constructor(chainId: number) {
    super(`Another worker reads the events of chain ${chainId}`)
    this.name = 'Overtaken'
  }
}

const THIS_CHAIN = 'WHERE chain_id = ?'

/** A pause of a worker longer than this lets another one take over; versions keep both correct. */
const LEASE_MS = 15_000
const REASON_LENGTH = 255

/** How far the events of one chain are read, and by whom. */
@singleton()
export class IndexStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  cursor(): Promise<IndexCursor | null> {
    return INDEX_CURSORS.first(this.database, THIS_CHAIN, [this.chain.chainId])
  }

  /** Starts reading behind the newest of `blocks`; of several workers one wins. */
  async create(blocks: readonly Block[]): Promise<void> {
    const newest = blocks.at(-1)!
    const unread = { finalNumber: 0, version: 0, stoppedReason: null, stoppedAt: null }
    const cursor = { ...newest, ...unread, verifiedNumber: newest.number }
    const also = { chain_id: this.chain.chainId }
    await this.database.transaction(async (session) => {
      const added = await INDEX_CURSORS.insertNew(session, cursor, also)
      if (added === 1) await this.remember(session, blocks, blocks.length)
    })
  }

  /** @returns null while another worker holds the lease */
  async claim(owner: string): Promise<IndexCursor | null> {
    const now = this.clock.nowMicros()
    const { affectedRows } = await this.database.write(
      `UPDATE custody_index_cursors SET lease_owner = ?, lease_until = ?, version = version + 1
        WHERE chain_id = ? AND (lease_owner IS NULL OR lease_owner = ? OR lease_until < ?)`,
      [owner, toSqlDatetime(now + LEASE_MS * 1000), this.chain.chainId, owner, toSqlDatetime(now)]
    )
    return affectedRows === 1 ? this.cursor() : null
  }

  async release(owner: string): Promise<void> {
    await this.database.write(
      `UPDATE custody_index_cursors SET lease_owner = NULL, lease_until = NULL
        WHERE chain_id = ? AND lease_owner = ?`,
      [this.chain.chainId, owner]
    )
  }

  /**
   * One step of the worker that holds `cursor`; moves its version, also in the object.
   *
   * @throws Overtaken when another worker has written since the cursor was read
   */
  async step<Result>(
    cursor: IndexCursor,
    work: (session: SqlSession) => Promise<Result>
  ): Promise<Result> {
    const result = await this.database.transaction(async (session) => {
      const where = `${THIS_CHAIN} FOR UPDATE`
      const current = await INDEX_CURSORS.first(session, where, [this.chain.chainId])
      if (current?.version !== cursor.version) throw new Overtaken(this.chain.chainId)
      const done = await work(session)
      await session.write(
        `UPDATE custody_index_cursors SET version = version + 1, lease_until = ? WHERE chain_id = ?`,
        [toSqlDatetime(this.clock.nowMicros() + LEASE_MS * 1000), this.chain.chainId]
      )
      return done
    })
    cursor.version++
    return result
  }

  async moveTo(
    session: SqlSession,
    { number, hash }: Block,
    verifiedNumber: number
  ): Promise<void> {
    await this.#change(session, { number, hash, verifiedNumber })
  }

  async markFinal(session: SqlSession, number: number): Promise<void> {
    await this.#change(session, { finalNumber: number })
  }

  async stop(session: SqlSession, reason: string): Promise<void> {
    const stoppedAt = this.clock.nowMicros()
    await this.#change(session, { stoppedReason: reason.slice(0, REASON_LENGTH), stoppedAt })
  }

  async resume(session: SqlSession): Promise<void> {
    await this.#change(session, { stoppedReason: null, stoppedAt: null })
  }

  #change(session: SqlSession, changes: Partial<IndexCursor>): Promise<number> {
    return INDEX_CURSORS.update(session, changes, THIS_CHAIN, [this.chain.chainId])
  }

  // ------------------------------------------------------------------ blocks

  blocks(): Promise<Block[]> {
    return BLOCKS.all(this.database, THIS_CHAIN, [this.chain.chainId])
  }

  /** @param keep how many of the newest stay */
  async remember(session: SqlSession, blocks: readonly Block[], keep: number): Promise<void> {
    if (blocks.length === 0) return
    const newest = Math.max(...blocks.map(({ number }) => number))
    const kept = blocks.filter(({ number }) => number > newest - keep)
    await BLOCKS.insert(session, kept, { chain_id: this.chain.chainId })
    await session.write(
      'DELETE FROM custody_index_blocks WHERE chain_id = ? AND block_number <= ?',
      [this.chain.chainId, newest - keep]
    )
  }

  /** @param number -1 forgets all */
  async forgetAbove(session: SqlSession, number: number): Promise<void> {
    await session.write(
      'DELETE FROM custody_index_blocks WHERE chain_id = ? AND block_number > ?',
      [this.chain.chainId, number]
    )
  }

  /**
   * Null before the first run of a worker.
   *
   * @param confirmations that any event has waited for, large value too
   */
  async summary(confirmations = 1): Promise<IndexSummary | null> {
    const cursor = await this.cursor()
    if (!cursor) return null
    const { number: blockNumber, finalNumber, stoppedReason } = cursor
    const [totals] = await POOL_TOTALS.all(this.database, THIS_CHAIN, [this.chain.chainId])
    const [held] = await this.database.read<{ pools: number | string }>(
      `SELECT COUNT(DISTINCT pool) AS pools FROM custody_events
        WHERE chain_id = ? AND state = 'tentative' AND block_number <= ?`,
      [this.chain.chainId, Math.min(finalNumber, blockNumber - confirmations + 1)]
    )
    return { blockNumber, finalNumber, stoppedReason, ...totals!, held: Number(held!.pools) }
  }
}
