import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { integer, Table } from '#app/storage/table'
import type { Address } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'

const HOUR_SECONDS = 3600

const SUMS = new Table<{ amount: bigint }>('custody_small_values', {
  amount: integer('CAST(COALESCE(SUM(amount), 0) AS CHAR)'),
})

/**
 * How much of each pool was credited and ended because enough nodes said so, hour by hour. Written by whoever holds
 * the cursor of the indexer, in the transaction that makes it final: it is counted once.
 */
@singleton()
export class SmallValueStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** Of so many seconds until now, and of up to an hour before them. */
  async sum(pool: Address, seconds: number): Promise<bigint> {
    const where = 'WHERE chain_id = ? AND pool = ? AND hour >= ?'
    const since = [this.chain.chainId, pool, this.#hour(seconds)]
    return (await SUMS.first(this.database, where, since))!.amount
  }

  /** Forgets what is older than so many seconds. */
  async add(session: SqlSession, pool: Address, amount: bigint, seconds: number): Promise<void> {
    const { chainId } = this.chain
    await session.write(
      `INSERT INTO custody_small_values (chain_id, pool, hour, amount) VALUES (?, ?, ?, ?)
         ON DUPLICATE KEY UPDATE amount = amount + ?`,
      [chainId, pool, this.#hour(0), String(amount), String(amount)]
    )
    await session.write(
      'DELETE FROM custody_small_values WHERE chain_id = ? AND pool = ? AND hour < ?',
      [chainId, pool, this.#hour(seconds)]
    )
  }

  #hour(secondsAgo: number): number {
    return Math.floor((this.clock.nowMs() / 1000 - secondsAgo) / HOUR_SECONDS)
  }
}
