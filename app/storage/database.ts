import { setTimeout as delay } from 'node:timers/promises'
import type { Database as Lucid } from '@adonisjs/lucid/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'
import { inParts } from '#app/storage/row_parts'
import { rowsText } from '#app/storage/row_text'

export type SqlValue = string | number | bigint | boolean | Buffer | null
export type SqlParameter = SqlValue | readonly SqlValue[] | readonly (readonly SqlValue[])[]

export interface WriteResult {
  affectedRows: number
}

/** One INSERT of many rows: the text before `VALUES`, the rows, and the text after them. */
export interface RowsInsert {
  into: string
  rows: readonly (readonly SqlValue[])[]
  update: string
}

interface DriverConnection {
  /** A value as an SQL literal. */
  escape(value: SqlValue): string
  /**
   * @param values null when the statement is complete, because the driver reads all of its text
   *   even for an empty list
   */
  query(
    sql: string,
    values: readonly SqlParameter[] | null,
    done: (error: unknown, result: unknown) => void
  ): void
}

interface ConnectionPool {
  acquireConnection(): Promise<DriverConnection>
  releaseConnection(connection: DriverConnection): Promise<unknown>
}

/** Anything that answers a query: the pool, or one session of it. */
export interface SqlReader {
  read<Row>(sql: string, values?: readonly SqlParameter[]): Promise<Row[]>
}

/**
 * Statements on one connection. Values are always bound; `VALUES ?` takes the rows of a bulk
 * insert.
 */
export class SqlSession implements SqlReader {
  /** @param joins whether the server takes several statements as one: see `insertTogether` */
  constructor(
    protected connection: DriverConnection,
    private joins = false
  ) {}

  async read<Row>(sql: string, values: readonly SqlParameter[] = []): Promise<Row[]> {
    return (await this.#run(sql, values)) as Row[]
  }

  async write(sql: string, values: readonly SqlParameter[] = []): Promise<WriteResult> {
    const { affectedRows } = (await this.#run(sql, values)) as WriteResult
    return { affectedRows }
  }

  /**
   * Writes rows into one table after the other; null is skipped. The text of the next statement is
   * made while the database executes the one before, when this process would otherwise wait.
   *
   * @param inserts make their statements when called, or give those that `insertTexts` made before
   * @param meanwhile called once, when the first statement is on its way
   */
  async insertInTurn(
    inserts: Iterable<() => RowsInsert | Iterable<string> | null>,
    meanwhile: () => void
  ): Promise<void> {
    let inFlight: Promise<unknown> | null = null
    try {
      for (const make of inserts) {
        const insert = make()
        if (insert === null) continue
        for (const text of 'rows' in insert ? this.insertTexts(insert) : insert) {
          const isFirst = inFlight === null
          await inFlight
          inFlight = this.#run(text, null)
          if (isFirst) meanwhile()
        }
      }
    } finally {
      // Awaited also after making a statement has failed: nothing may follow a statement that is
      // still running.
      await inFlight
    }
  }

  /**
   * Like `insertInTurn`, in one turn, for few rows: the turns between this process and the database
   * then take longer than the statements. The first statement that fails is the last that runs, so
   * that nothing runs outside the transaction that the failure may have ended; that is why they are
   * not just sent at once.
   */
  async insertTogether(
    inserts: Iterable<() => RowsInsert | Iterable<string> | null>,
    meanwhile: () => void
  ): Promise<void> {
    const texts: string[] = []
    for (const make of inserts) {
      const insert = make()
      if (insert) texts.push(...('rows' in insert ? this.insertTexts(insert) : insert))
    }
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const isJoined = this.joins && length <= LIMITS.joinedStatementsLength
    const joined =
      isJoined && texts.length > 1 ? [`BEGIN NOT ATOMIC ${texts.join('; ')}; END`] : texts
    await this.insertInTurn([() => joined], meanwhile)
  }

  /** The complete statements of an INSERT, none of them with too many rows. */
  *insertTexts({ into, rows, update }: RowsInsert): Iterable<string> {
    for (const part of inParts(rows)) {
      const text = rowsText(part, (value) => this.connection.escape(value))
      yield `INSERT INTO ${into} VALUES ${text} ${update}`
    }
  }

  #run(sql: string, values: readonly SqlParameter[] | null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.connection.query(sql, values, (error, result) =>
        error ? reject(error) : resolve(result)
      )
    })
  }
}

export interface TransactionOptions {
  /**
   * How often a restartable failure restarts the whole work. Left out: 5; 0 for callers with a
   * policy of their own.
   */
  retries?: number
  /** Called right before COMMIT is sent and right after it was confirmed. */
  onCommit?: (phase: 'sending' | 'done') => void
}

/** COMMIT was sent and its answer was lost: the caller must look before it repeats anything. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while the transaction committed', { cause })
    this.name = 'CommitUnknownError'
  }
}

/**
 * Whether the database was lost, or too contended for every retry: the same request may well
 * succeed later.
 */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof CommitUnknownError || classifyDatabaseError(error, false) === 'restart'
}

/**
 * Plain SQL over Lucid's connection pool, for the journal, the outbox and everything that takes
 * part in the poster's transaction: see docs/decisions/0017.
 */
export class Database implements SqlReader {
  #joins: boolean | undefined

  constructor(private lucid: Lucid) {}

  async read<Row>(sql: string, values: readonly SqlParameter[] = []): Promise<Row[]> {
    return this.withSession((session) => session.read<Row>(sql, values))
  }

  async write(sql: string, values: readonly SqlParameter[] = []): Promise<WriteResult> {
    return this.withSession((session) => session.write(sql, values))
  }

  async withSession<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    const pool = this.#pool()
    const connection = await pool.acquireConnection()
    try {
      this.#joins ??= await joinsStatements(new SqlSession(connection))
      return await work(new SqlSession(connection, this.#joins))
    } finally {
      await pool.releaseConnection(connection)
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction. Deadlocks, lock timeouts and connections lost
   * before COMMIT restart it from the beginning, after a random delay.
   *
   * @throws CommitUnknownError when the connection is lost during COMMIT
   */
  async transaction<Result>(
    work: (session: SqlSession) => Promise<Result>,
    options: TransactionOptions = {}
  ): Promise<Result> {
    const retries = options.retries ?? LIMITS.transactionRetries
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#transactOnce(work, options)
      } catch (error) {
        const restart = classifyDatabaseError(error, false) === 'restart'
        if (!restart || error instanceof CommitUnknownError || attempt >= retries) throw error
        await delay(retryDelayMs(attempt))
      }
    }
  }

  /**
   * Runs reads that must agree with each other: all of them see the database as it was at one
   * moment, whatever is committed meanwhile.
   */
  async snapshot<Result>(work: (session: SqlReader) => Promise<Result>): Promise<Result> {
    return this.withSession(async (session) => {
      await session.write('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await session.write('START TRANSACTION WITH CONSISTENT SNAPSHOT')
      try {
        return await work(session)
      } finally {
        await session.write('ROLLBACK').catch(() => {})
      }
    })
  }

  async #transactOnce<Result>(
    work: (session: SqlSession) => Promise<Result>,
    options: TransactionOptions
  ): Promise<Result> {
    return this.withSession(async (session) => {
      let committing = false
      await session.write('START TRANSACTION')
      try {
        const result = await work(session)
        committing = true
        options.onCommit?.('sending')
        await session.write('COMMIT')
        options.onCommit?.('done')
        return result
      } catch (error) {
        // A lock timeout undoes only its statement: without an explicit ROLLBACK, the next user of
        // the connection would commit the rest of the transaction.
        await session.write('ROLLBACK').catch(() => {})
        if (committing && classifyDatabaseError(error, true) === 'commit_unknown') {
          throw new CommitUnknownError(error)
        }
        throw error
      }
    })
  }

  #pool(): ConnectionPool {
    return this.lucid.connection().getWriteClient().client as ConnectionPool
  }
}

/** Only MariaDB has compound statements outside of stored programs. */
async function joinsStatements(session: SqlSession): Promise<boolean> {
  const [row] = await session.read<{ version: string }>('SELECT VERSION() AS version')
  return row!.version.includes('MariaDB')
}

/**
 * Exponential with full jitter, so that two colliding transactions do not collide again in step.
 */
function retryDelayMs(attempt: number): number {
  return Math.random() * Math.min(200, 5 * 2 ** attempt)
}
