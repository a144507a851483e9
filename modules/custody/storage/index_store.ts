import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import type { Block } from '../core/judge_chain.ts'
import { ChainNames } from '../core/chain_names.ts'

export interface IndexCursor extends Block {
  /** Up to here every pool that is not behind has confirmed that nothing is missing. */
  verifiedNumber: number
  /** Events up to here are final. */
  finalNumber: number
  version: number
  stoppedReason: string | null
}

export interface IndexSummary {
  blockNumber: number
  stoppedReason: string | null
  pools: number
  behind: number
  faults: number
  gaps: number
  /** Events that were applied and that the chain, which was rebuilt, does not show (yet). */
  missing: number
}

interface CursorRow {
  block_number: number | string
  block_hash: Hex
  verified_number: number | string
  final_number: number | string
  version: number | string
  stopped_reason: string | null
}

/** Another worker has written since: whatever was read is stale. */
export class Overtaken extends Error {
  constructor(chainId: number) {
    super(`Another worker reads the events of chain ${chainId}`)
    this.name = 'Overtaken'
  }
}

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

  async cursor(): Promise<IndexCursor | null> {
    const [row] = await this.database.read<CursorRow>(
      `SELECT block_number, block_hash, verified_number, final_number, version, stopped_reason
         FROM custody_index_cursors WHERE chain_id = ?`,
      [this.chain.chainId]
    )
    return row ? cursorOf(row) : null
  }

  /** Starts reading behind the newest of `blocks`; of several workers one wins. */
  async create(blocks: readonly Block[]): Promise<void> {
    const { number, hash } = blocks.at(-1)!
    await this.database.transaction(async (session) => {
      const { affectedRows } = await session.write(
        `INSERT IGNORE INTO custody_index_cursors
           (chain_id, block_number, block_hash, verified_number, final_number, version)
         VALUES (?, ?, ?, ?, 0, 0)`,
        [this.chain.chainId, number, hash, number]
      )
      if (affectedRows === 1) await this.remember(session, blocks, blocks.length)
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
      const [row] = await session.read<{ version: number | string }>(
        'SELECT version FROM custody_index_cursors WHERE chain_id = ? FOR UPDATE',
        [this.chain.chainId]
      )
      if (Number(row?.version) !== cursor.version) throw new Overtaken(this.chain.chainId)
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

  async moveTo(session: SqlSession, block: Block, verifiedNumber: number): Promise<void> {
    await session.write(
      `UPDATE custody_index_cursors SET block_number = ?, block_hash = ?, verified_number = ?
        WHERE chain_id = ?`,
      [block.number, block.hash, verifiedNumber, this.chain.chainId]
    )
  }

  async markFinal(session: SqlSession, number: number): Promise<void> {
    await session.write('UPDATE custody_index_cursors SET final_number = ? WHERE chain_id = ?', [
      number,
      this.chain.chainId,
    ])
  }

  async stop(session: SqlSession, reason: string): Promise<void> {
    await session.write(
      'UPDATE custody_index_cursors SET stopped_reason = ?, stopped_at = ? WHERE chain_id = ?',
      [reason.slice(0, REASON_LENGTH), toSqlDatetime(this.clock.nowMicros()), this.chain.chainId]
    )
  }

  async resume(session: SqlSession): Promise<void> {
    await session.write(
      'UPDATE custody_index_cursors SET stopped_reason = NULL, stopped_at = NULL WHERE chain_id = ?',
      [this.chain.chainId]
    )
  }

  // ------------------------------------------------------------------ blocks

  async blocks(): Promise<Block[]> {
    const rows = await this.database.read<{ block_number: number | string; block_hash: Hex }>(
      'SELECT block_number, block_hash FROM custody_index_blocks WHERE chain_id = ?',
      [this.chain.chainId]
    )
    return rows.map((row) => ({ number: Number(row.block_number), hash: row.block_hash }))
  }

  /** @param keep how many of the newest stay */
  async remember(session: SqlSession, blocks: readonly Block[], keep: number): Promise<void> {
    if (blocks.length === 0) return
    const newest = Math.max(...blocks.map(({ number }) => number))
    const rows = blocks
      .filter(({ number }) => number > newest - keep)
      .map(({ number, hash }) => [this.chain.chainId, number, hash])
    await session.write(
      'INSERT INTO custody_index_blocks (chain_id, block_number, block_hash) VALUES ?',
      [rows]
    )
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

  /** Null before the first run of a worker. */
  async summary(): Promise<IndexSummary | null> {
    const cursor = await this.cursor()
    if (!cursor) return null
    const [row] = await this.database.read<Record<string, number | string | null>>(
      `SELECT COUNT(*) AS pools, SUM(behind_from IS NOT NULL) AS behind,
              SUM(fault IS NOT NULL) AS faults, SUM(gaps) AS gaps,
              SUM(IF(final_seq > last_seq, final_seq - last_seq, 0)) AS missing
         FROM custody_pool_cursors WHERE chain_id = ?`,
      [this.chain.chainId]
    )
    return {
      blockNumber: cursor.number,
      stoppedReason: cursor.stoppedReason,
      pools: Number(row!.pools),
      behind: Number(row!.behind ?? 0),
      faults: Number(row!.faults ?? 0),
      gaps: Number(row!.gaps ?? 0),
      missing: Number(row!.missing ?? 0),
    }
  }
}

function cursorOf(row: CursorRow): IndexCursor {
  return {
    number: Number(row.block_number),
    hash: row.block_hash,
    verifiedNumber: Number(row.verified_number),
    finalNumber: Number(row.final_number),
    version: Number(row.version),
    stoppedReason: row.stopped_reason,
  }
}
