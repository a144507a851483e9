import {
  createPool,
  type Pool,
  type PoolConnection,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2/promise'
import { atomsToColumn, columnToAtoms, parseUsd } from '#app/money/usd'

/**
 * `contended`: what anybody would write first, with the fee row that all transfers of a realm share.
 * `flattering`: two legs, prepared statements and nothing to fight over. Budgets count against it.
 */
export type RawStyle = 'contended' | 'flattering'

export interface RawLoopOptions {
  inFlight: number
  style: RawStyle
  accounts: number
}

const FEE = parseUsd('0.05')
const AMOUNT = parseUsd('1')
const FEE_ACCOUNT = 0
const ER_DEADLOCK = 1213

/**
 * The yardstick: one transaction per transfer, rows locked with SELECT … FOR UPDATE in key order, an
 * operation, its legs and its balances, each as one statement, durable commit.
 * It runs on tables of its own, in the same database server, with no HTTP and no checks of access.
 */
export class RawLoop {
  #pool: Pool

  private constructor(private options: RawLoopOptions) {
    this.#pool = createPool({
      host: process.env.DB_HOST,
      port: Number(process.env.DB_PORT),
      // It makes tables of its own.
      user: process.env.DB_MIGRATION_USER ?? process.env.DB_USER,
      password: process.env.DB_MIGRATION_PASSWORD ?? process.env.DB_PASSWORD,
      database: process.env.DB_DATABASE,
      connectionLimit: options.inFlight,
      decimalNumbers: false,
    })
  }

  /** All loops share the tables: none of them runs on shorter ones than another. */
  static async open(options: RawLoopOptions): Promise<RawLoop> {
    const loop = new RawLoop(options)
    await loop.#prepare()
    return loop
  }

  async #prepare(): Promise<void> {
    await this.#pool.query(`CREATE TABLE IF NOT EXISTS bench_operations (
      id BIGINT AUTO_INCREMENT PRIMARY KEY,
      path VARCHAR(120) NOT NULL UNIQUE, input TEXT NOT NULL, outcome TEXT NOT NULL,
      created_at DATETIME(6) NOT NULL) ENGINE=InnoDB`)
    await this.#pool.query(`CREATE TABLE IF NOT EXISTS bench_legs (operation_id BIGINT NOT NULL,
      account_id INT NOT NULL, amount DECIMAL(36,6) NOT NULL, balance_after DECIMAL(36,6) NOT NULL,
      PRIMARY KEY (account_id, operation_id)) ENGINE=InnoDB`)
    await this.#pool.query(`CREATE TABLE IF NOT EXISTS bench_balances (account_id INT PRIMARY KEY,
      settled DECIMAL(36,6) NOT NULL) ENGINE=InnoDB`)
    const rows = Array.from({ length: this.options.accounts + 1 }, (_, id) => [id, '1000000'])
    await this.#pool.query('INSERT IGNORE INTO bench_balances VALUES ?', [rows])
  }

  /** @returns transfers per second */
  async run(seconds: number): Promise<number> {
    const startedAt = performance.now()
    const until = startedAt + seconds * 1000
    let done = 0
    const loop = async (worker: number) => {
      for (let turn = 0; performance.now() < until; turn++) {
        await this.#transfer(`/op/${startedAt}/${worker}/${turn}`)
        done++
      }
    }
    await Promise.all(Array.from({ length: this.options.inFlight }, (_, worker) => loop(worker)))
    return done / ((performance.now() - startedAt) / 1000)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #transfer(path: string): Promise<void> {
    const { accounts, style } = this.options
    const from = 1 + Math.floor(Math.random() * accounts)
    const to = 1 + ((from + Math.floor(Math.random() * (accounts - 1))) % accounts)
    const changes =
      style === 'contended'
        ? new Map([
            [FEE_ACCOUNT, FEE],
            [from, -AMOUNT],
            [to, AMOUNT - FEE],
          ])
        : new Map([
            [from, -AMOUNT],
            [to, AMOUNT],
          ])
    const connection = await this.#pool.getConnection()
    try {
      while (!(await this.#attempt(connection, path, changes))) continue
    } finally {
      connection.release()
    }
  }

  /** @returns false after a deadlock */
  async #attempt(
    connection: PoolConnection,
    path: string,
    changes: ReadonlyMap<number, bigint>
  ): Promise<boolean> {
    const isPrepared = this.options.style === 'flattering'
    const run = async <Result extends RowDataPacket[] | ResultSetHeader>(
      sql: string,
      values: (string | number)[]
    ) => {
      const answer = isPrepared
        ? await connection.execute<Result>(sql, values)
        : await connection.query<Result>(sql, values)
      return answer[0]
    }
    const rows = (row: string) => Array.from(changes, () => row).join(', ')
    await connection.beginTransaction()
    try {
      const locked = await run<RowDataPacket[]>(
        `SELECT account_id, settled FROM bench_balances WHERE account_id IN (${rows('?')})
          ORDER BY account_id FOR UPDATE`,
        [...changes.keys()]
      )
      const { insertId } = await run<ResultSetHeader>(
        `INSERT INTO bench_operations (path, input, outcome, created_at)
         VALUES (?, ?, ?, UTC_TIMESTAMP(6))`,
        [path, '{"amount":"1.00"}', '{"status":"completed"}']
      )
      const legs = locked.map(({ account_id: id, settled }) => {
        const amount = changes.get(id as number)!
        const after = atomsToColumn(columnToAtoms(settled as string) + amount)
        return { id: id as number, amount: atomsToColumn(amount), after }
      })
      await run(
        `INSERT INTO bench_legs (operation_id, account_id, amount, balance_after)
         VALUES ${rows('(?, ?, ?, ?)')}`,
        legs.flatMap(({ id, amount, after }) => [insertId, id, amount, after])
      )
      await run(
        `INSERT INTO bench_balances (account_id, settled) VALUES ${rows('(?, ?)')}
           ON DUPLICATE KEY UPDATE settled = VALUES(settled)`,
        legs.flatMap(({ id, after }) => [id, after])
      )
      await connection.commit()
      return true
    } catch (error) {
      await connection.rollback()
      if ((error as { errno?: number }).errno !== ER_DEADLOCK) throw error
      return false
    }
  }
}
