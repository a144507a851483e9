import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, Table, text } from '#app/storage/table'
import type { Address } from '../core/chain_types.ts'
import type { PoolProgress } from '../core/digest_page.ts'
import { ChainNames } from '../core/chain_names.ts'

export interface PoolCursor extends PoolProgress {
  realmId: string
}

const CURSORS = new Table<PoolCursor>('custody_pool_cursors', {
  pool: text(),
  realmId: text(),
  lastSeq: count(),
  finalSeq: count(),
  verifiedTo: count(),
  behindFrom: count(),
  gaps: count(),
  fault: text(),
})

const REASON_LENGTH = 255

/** How far the events of each pool of one chain are read. */
@singleton()
export class PoolCursorStore {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  all(): Promise<PoolCursor[]> {
    return CURSORS.all(this.database, 'WHERE chain_id = ? ORDER BY pool', [this.chain.chainId])
  }

  /** Created pools whose events are not read yet. */
  unread(limit: number): Promise<{ pool: Address; realmId: string }[]> {
    return this.database.read(
      `SELECT p.address AS pool, p.realm_id AS realmId FROM custody_pools p
         LEFT JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
        WHERE p.state = 'created' AND p.chain_id = ? AND c.pool IS NULL
        LIMIT ${limit}`,
      [this.chain.chainId]
    )
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
    const counts = { lastSeq: 0, finalSeq: 0, gaps: 0, fault: null }
    await CURSORS.insertNew(
      session,
      { ...entry, ...counts, verifiedTo: firstBlock - 1, behindFrom: firstBlock },
      { chain_id: this.chain.chainId, first_block: firstBlock }
    )
  }

  async save(session: SqlSession, { pool, realmId, ...progress }: PoolCursor): Promise<void> {
    const fault = progress.fault?.slice(0, REASON_LENGTH) ?? null
    const where = 'WHERE chain_id = ? AND pool = ?'
    await CURSORS.update(session, { ...progress, fault }, where, [this.chain.chainId, pool])
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
