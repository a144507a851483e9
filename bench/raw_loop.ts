import {
  createPool,
  type Pool,
  type PoolConnection,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2/promise'
import { atomsToColumn, columnToAtoms, parseUsd } from '#app/money/usd'

/** How the rows of a transfer are protected: locked and read first, or updated under a condition. */
export type LockStyle = 'for_update' | 'conditional'

export interface RawLoopOptions {
  inFlight: number
  style: LockStyle
  seconds: number
  accounts: number
}

const FEE = parseUsd('0.05')
const AMOUNT = parseUsd('1')

/**
 * The yardstick: what anybody would write first. One transaction per transfer, rows locked with
 * SELECT … FOR UPDATE in key order (or conditional UPDATEs in key order), an operation, three legs and
 * three balances, each as one statement, durable commit.
 * It runs on tables of its own, in the same database server, with no HTTP and no checks of access.
 */
export class RawLoop {
  #pool: Pool

  constructor(private options: RawLoopOptions) {
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

  async prepare(): Promise<void> {
    await this.#pool.query('DROP TABLE IF EXISTS bench_operations, bench_legs, bench_balances')
    await this.#pool.query(`CREATE TABLE bench_operations (id BIGINT AUTO_INCREMENT PRIMARY KEY,
      path VARCHAR(120) NOT NULL UNIQUE, input TEXT NOT NULL, outcome TEXT NOT NULL,
      created_at DATETIME(6) NOT NULL) ENGINE=InnoDB`)
    await this.#pool.query(`CREATE TABLE bench_legs (operation_id BIGINT NOT NULL,
      account_id INT NOT NULL, amount DECIMAL(36,6) NOT NULL, balance_after DECIMAL(36,6) NOT NULL,
      PRIMARY KEY (account_id, operation_id)) ENGINE=InnoDB`)
    await this.#pool.query(`CREATE TABLE bench_balances (account_id INT PRIMARY KEY,
      settled DECIMAL(36,6) NOT NULL) ENGINE=InnoDB`)
    const rows = Array.from({ length: this.options.accounts + 1 }, (_, id) => [id, '1000000'])
    await this.#pool.query('INSERT INTO bench_balances VALUES ?', [rows])
  }

  /** @returns transfers per second */
  async run(): Promise<number> {
    const until = performance.now() + this.options.seconds * 1000
    const startedAt = performance.now()
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
    const from = 1 + Math.floor(Math.random() * this.options.accounts)
    const to =
      1 + ((from + Math.floor(Math.random() * (this.options.accounts - 1))) % this.options.accounts)
    if (from === to) return
    const connection = await this.#pool.getConnection()
    try {
      const { style } = this.options
      if (style === 'for_update') await this.#lockAndWrite(connection, path, from, to)
      else await this.#updateConditionally(connection, path, from, to)
    } finally {
      connection.release()
    }
  }

  async #lockAndWrite(connection: PoolConnection, path: string, from: number, to: number) {
    const ids = [0, from, to].sort((a, b) => a - b)
    for (;;) {
      await connection.beginTransaction()
      try {
        const [locked] = await connection.query<RowDataPacket[]>(
          `SELECT account_id, settled FROM bench_balances WHERE account_id IN (?)
            ORDER BY account_id FOR UPDATE`,
          [ids]
        )
        const [inserted] = await connection.query<ResultSetHeader>(
          `INSERT INTO bench_operations (path, input, outcome, created_at)
           VALUES (?, ?, ?, UTC_TIMESTAMP(6))`,
          [path, '{"amount":"1.00"}', '{"status":"completed"}']
        )
        const change = (id: number) => (id === from ? -AMOUNT : id === to ? AMOUNT - FEE : FEE)
        const legs = locked.map(({ account_id: id, settled }) => {
          const after = columnToAtoms(settled as string) + change(id as number)
          return { id: id as number, amount: change(id as number), after: atomsToColumn(after) }
        })
        await connection.query(
          `INSERT INTO bench_legs (operation_id, account_id, amount, balance_after) VALUES ?`,
          [
            legs.map(({ id, amount, after }) => [
              inserted.insertId,
              id,
              atomsToColumn(amount),
              after,
            ]),
          ]
        )
        await connection.query(
          `INSERT INTO bench_balances (account_id, settled) VALUES ?
             ON DUPLICATE KEY UPDATE settled = VALUES(settled)`,
          [legs.map(({ id, after }) => [id, after])]
        )
        await connection.commit()
        return
      } catch (error) {
        await connection.rollback()
        if ((error as { errno?: number }).errno !== 1213) throw error
      }
    }
  }

  async #updateConditionally(connection: PoolConnection, path: string, from: number, to: number) {
    const ids = [0, from, to].sort((a, b) => a - b)
    const change = (id: number) => (id === from ? -AMOUNT : id === to ? AMOUNT - FEE : FEE)
    for (;;) {
      await connection.beginTransaction()
      try {
        for (const id of ids) {
          const amount = atomsToColumn(change(id))
          await connection.query(
            `UPDATE bench_balances SET settled = settled + ? WHERE account_id = ? AND settled + ? >= 0`,
            [amount, id, amount]
          )
        }
        const [inserted] = await connection.query<ResultSetHeader>(
          `INSERT INTO bench_operations (path, input, outcome, created_at)
           VALUES (?, ?, ?, UTC_TIMESTAMP(6))`,
          [path, '{"amount":"1.00"}', '{"status":"completed"}']
        )
        await connection.query(
          `INSERT INTO bench_legs (operation_id, account_id, amount, balance_after)
           SELECT ?, account_id, CASE account_id WHEN ? THEN ? WHEN ? THEN ? ELSE ? END, settled
             FROM bench_balances WHERE account_id IN (?)`,
          [
            inserted.insertId,
            from,
            atomsToColumn(change(from)),
            to,
            atomsToColumn(change(to)),
            atomsToColumn(change(0)),
            ids,
          ]
        )
        await connection.commit()
        return
      } catch (error) {
        await connection.rollback()
        if ((error as { errno?: number }).errno !== 1213) throw error
      }
    }
  }
}
