import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import type { PoolProgress } from '../core/digest_page.ts'
import { ChainNames } from '../core/chain_names.ts'

export interface PoolCursor extends PoolProgress {
  realmId: string
}

interface PoolRow {
  pool: Address
  realm_id: string
  last_seq: number | string
  final_seq: number | string
  verified_to: number | string
  behind_from: number | string | null
  gaps: number | string
  fault: string | null
}

const REASON_LENGTH = 255

/** How far the events of each pool of one chain are read. */
@singleton()
export class PoolCursorStore {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  async all(): Promise<PoolCursor[]> {
    const rows = await this.database.read<PoolRow>(
      `SELECT pool, realm_id, last_seq, final_seq, verified_to, behind_from, gaps, fault
         FROM custody_pool_cursors WHERE chain_id = ? ORDER BY pool`,
      [this.chain.chainId]
    )
    return rows.map(poolOf)
  }

  /** Created pools whose events are not read yet. */
  async unread(limit: number): Promise<{ pool: Address; realmId: string }[]> {
    const rows = await this.database.read<{ address: Address; realm_id: string }>(
      `SELECT p.address, p.realm_id FROM custody_pools p
         LEFT JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
        WHERE p.state = 'created' AND p.chain_id = ? AND c.pool IS NULL
        LIMIT ${limit}`,
      [this.chain.chainId]
    )
    return rows.map((row) => ({ pool: row.address, realmId: row.realm_id }))
  }

  /**
   * A pool that another worker was quicker to add stays as it is.
   *
   * @param firstBlock the block of the pool's first event
   */
  async add(
    session: SqlSession,
    entry: { pool: Address; realmId: string },
    firstBlock: number
  ): Promise<void> {
    await session.write(
      `INSERT IGNORE INTO custody_pool_cursors
         (chain_id, pool, realm_id, first_block, last_seq, final_seq, verified_to, behind_from, gaps)
       VALUES (?, ?, ?, ?, 0, 0, ?, ?, 0)`,
      [this.chain.chainId, entry.pool, entry.realmId, firstBlock, firstBlock - 1, firstBlock]
    )
  }

  async save(session: SqlSession, pool: PoolCursor): Promise<void> {
    await session.write(
      `UPDATE custody_pool_cursors
          SET last_seq = ?, final_seq = ?, verified_to = ?, behind_from = ?, gaps = ?, fault = ?
        WHERE chain_id = ? AND pool = ?`,
      [
        pool.lastSeq,
        pool.finalSeq,
        pool.verifiedTo,
        pool.behindFrom,
        pool.gaps,
        pool.fault?.slice(0, REASON_LENGTH) ?? null,
        this.chain.chainId,
        pool.pool,
      ]
    )
  }

  /** After a rewind: its events above `seq` are not read. */
  async takeBackTo(session: SqlSession, pool: Address, seq: number): Promise<void> {
    await session.write(
      `UPDATE custody_pool_cursors SET last_seq = LEAST(last_seq, ?)
        WHERE chain_id = ? AND pool = ?`,
      [seq, this.chain.chainId, pool]
    )
  }

  /** After a rewind: nothing above `number` is read, by any pool. */
  async holdAt(session: SqlSession, number: number): Promise<void> {
    await session.write(
      `UPDATE custody_pool_cursors
          SET verified_to = LEAST(verified_to, ?), behind_from = LEAST(behind_from, ?)
        WHERE chain_id = ?`,
      [number, number + 1, this.chain.chainId]
    )
  }

  /**
   * Every pool is read again; what is final stays and is compared.
   *
   * @param fromGenesis for a chain that was rebuilt: its pools stand in other blocks now
   */
  async readAgain(session: SqlSession, fromGenesis: boolean): Promise<void> {
    const from = fromGenesis ? '0' : 'first_block'
    await session.write(
      `UPDATE custody_pool_cursors
          SET last_seq = 0, verified_to = ${from} - 1, behind_from = ${from}, fault = NULL
        WHERE chain_id = ?`,
      [this.chain.chainId]
    )
  }
}

function poolOf(row: PoolRow): PoolCursor {
  return {
    pool: row.pool,
    realmId: row.realm_id,
    lastSeq: Number(row.last_seq),
    finalSeq: Number(row.final_seq),
    verifiedTo: Number(row.verified_to),
    behindFrom: row.behind_from === null ? null : Number(row.behind_from),
    gaps: Number(row.gaps),
    fault: row.fault,
  }
}
