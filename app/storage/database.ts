import { setTimeout as delay } from 'node:timers/promises'
import type { Database as Lucid } from '@adonisjs/lucid/database'
import { BrokenTriggers } from '#app/storage/broken_triggers'
import { CommitUnknownError, classifyDatabaseError } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'
import {
  abilitiesOf,
  cutOff,
  type Abilities,
  type ConnectionPool,
  type DriverConnection,
  type LoadQuery,
  type SqlParameter,
  type SqlReader,
  type SqlValue,
} from '#app/storage/driver'
import { loadOf, loadRows, type RowsLoad } from '#app/storage/row_load'
import { inParts } from '#app/storage/row_parts'
import { literalOf, rowsText } from '#app/storage/row_text'
import { TransactionProgress } from '#app/storage/transaction_progress'

export type { SqlParameter, SqlReader, SqlValue } from '#app/storage/driver'

export interface WriteResult {
  affectedRows: number
}

/** One INSERT of many rows: the table and its columns, the rows, and the text after them. */
export interface RowsInsert {
  /** `table (column, column)`. */
  into: string
  rows: readonly (readonly SqlValue[])[]
  update: string
}

/** A complete statement, alone or with the rows that follow it. */
export type Statement = string | RowsLoad

/** A query that is sent together with others. */
export interface Query {
  sql: string
  values: readonly SqlParameter[]
}

/** A reader that answers several queries in one turn: see `SqlSession.readTogether`. */
export interface SqlBatchReader extends SqlReader {
  readTogether(queries: readonly Query[]): Promise<unknown[][]>
}

/**
 * Statements on one connection. Values are always bound; `VALUES ?` takes the rows of a bulk
 * insert. The transaction of a session begins with its first statement.
 */
export class SqlSession implements SqlBatchReader {
  /** @param progress of the transaction; null when every statement is one by itself */
  constructor(
    protected connection: DriverConnection,
    private server: Abilities = { joins: false, loads: false },
    private progress: TransactionProgress | null = null
  ) {}

  get joins(): boolean {
    return this.server.joins
  }

  /** Whether COMMIT has gone with the last rows: then nothing may follow. */
  get isCommitted(): boolean {
    return this.progress?.isCommitted === true
  }

  /** The first of a transaction goes in one turn with what begins it. */
  async read<Row>(sql: string, values: readonly SqlParameter[] = []): Promise<Row[]> {
    if (this.joins && this.progress?.isBegun === false) {
      const [rows] = await this.readTogether([{ sql, values }])
      return rows as Row[]
    }
    return (await this.#run(sql, values)) as Row[]
  }

  async write(sql: string, values: readonly SqlParameter[] = []): Promise<WriteResult> {
    const { affectedRows } = (await this.#run(sql, values)) as WriteResult
    return { affectedRows }
  }

  /**
   * Runs queries one after the other in one turn, with START TRANSACTION before them when nothing
   * was sent in the transaction yet. Under READ COMMITTED each of them sees what was committed when
   * it began: a query that stands behind one that locks sees what the holder before has left.
   *
   * @returns the rows of each query
   */
  async readTogether(queries: readonly Query[]): Promise<unknown[][]> {
    if (!this.joins) {
      const answers: unknown[][] = []
      for (const { sql, values } of queries) answers.push(await this.read(sql, values))
      return answers
    }
    const statements = [...this.#begin(), ...queries.map(({ sql }) => sql)]
    const values = queries.flatMap((query) => query.values)
    const answers = (await this.#run(joined(statements), values)) as unknown[][]
    // The last answer is that of the block itself.
    return answers.slice(0, queries.length)
  }

  /**
   * Writes rows into one table after the other; null is skipped. The text of the next statement is
   * made while the database executes the one before, when this process would otherwise wait.
   *
   * @param inserts make their statements when called, or give those that `statements` made before
   * @param meanwhile called once, when the first statement is on its way
   */
  async insertInTurn(
    inserts: Iterable<() => RowsInsert | Iterable<Statement> | null>,
    meanwhile: () => void
  ): Promise<void> {
    let inFlight: Promise<unknown> | null = null
    try {
      for (const make of inserts) {
        const insert = make()
        if (insert === null) continue
        for (const statement of 'rows' in insert ? this.statements(insert) : insert) {
          const isFirst = inFlight === null
          await inFlight
          inFlight =
            typeof statement === 'string' ? this.#run(statement, null) : this.#load(statement)
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
   *
   * @param commits whether these are the last rows of the transaction: then COMMIT goes with them,
   *   if they go in one turn; see `isCommitted`
   */
  async insertTogether(
    inserts: Iterable<() => RowsInsert | Iterable<Statement> | null>,
    meanwhile: () => void,
    commits = false
  ): Promise<void> {
    const statements: Statement[] = []
    for (const make of inserts) {
      const insert = make()
      if (!insert) continue
      // Rows as data are no part of a block: they would cost all the others their one turn.
      const texts = this.joins ? this.insertTexts : this.statements
      statements.push(...('rows' in insert ? texts.call(this, insert) : insert))
    }
    const texts = statements.filter((statement) => typeof statement === 'string')
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const areTexts = texts.length === statements.length
    const isJoined = this.joins && areTexts && length <= LIMITS.joinedStatementsLength
    const { progress } = this
    if (isJoined && commits && progress && texts.length > 0) {
      await progress.commit(() =>
        this.insertInTurn([() => [joined([...this.#begin(), ...texts, COMMIT])]], meanwhile)
      )
    } else {
      const sent = isJoined && texts.length > 1 ? [joined(texts)] : statements
      await this.insertInTurn([() => sent], meanwhile)
    }
  }

  /** Ends the transaction, unless its last rows have. */
  async commit(): Promise<void> {
    const { progress } = this
    if (progress?.isBegun && !progress.isCommitted)
      await progress.commit(() => this.#run(COMMIT, null))
  }

  #begin(): readonly string[] {
    return this.progress?.begin() ?? []
  }

  /** A complete statement, for `insertTogether`. */
  text({ sql, values }: Query): string {
    return this.connection.format(sql, values)
  }

  /** A value as it stands in a complete statement. */
  literal(value: SqlValue): string {
    return literalOf(value, (other) => this.connection.escape(other))
  }

  /**
   * The complete statements of an INSERT. Many rows go as data where the server takes that, unless
   * some may exist already: LOAD DATA does not change rows.
   */
  *statements(insert: RowsInsert): Iterable<Statement> {
    const { rows, update } = insert
    const isLoaded = this.server.loads && update === '' && rows.length >= LIMITS.loadedRows
    const load = isLoaded ? loadOf(insert, (value) => this.connection.escape(value)) : null
    if (load) yield load
    else yield* this.insertTexts(insert)
  }

  /** The complete texts of an INSERT, none of them with too many rows. */
  *insertTexts({ into, rows, update }: RowsInsert): Iterable<string> {
    for (const part of inParts(rows)) {
      const text = rowsText(part, (value) => this.connection.escape(value))
      yield `INSERT INTO ${into} VALUES ${text} ${update}`
    }
  }

  async #run(sql: string, values: readonly SqlParameter[] | null): Promise<unknown> {
    for (const statement of this.#begin()) await this.#send(statement, null)
    return this.#send(sql, values)
  }

  async #load(rows: RowsLoad): Promise<void> {
    for (const statement of this.#begin()) await this.#send(statement, null)
    await loadRows((query) => this.#send(query, null), rows)
  }

  #send(sql: string | LoadQuery, values: readonly SqlParameter[] | null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.connection.query(sql, values, (error, result) =>
        error ? reject(error) : resolve(result)
      )
    })
  }
}

const START = ['START TRANSACTION']
const START_SNAPSHOT = [
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT',
]
const COMMIT = 'COMMIT'

/** One statement of several, which ends at the first of them that fails and tells its error. */
function joined(statements: readonly string[]): string {
  return `BEGIN NOT ATOMIC ${statements.join('; ')}; END`
}

export interface TransactionOptions {
  /**
   * How often a restartable failure restarts the whole work. Left out: 5; 0 for callers with a
   * policy of their own.
   */
  retries?: number
  /**
   * Called right before COMMIT is sent, alone or with the last rows, and right after it was
   * confirmed.
   */
  onCommit?: (phase: 'sending' | 'done') => void
}

/**
 * Plain SQL over Lucid's connection pool, for the journal, the outbox and everything that takes
 * part in the poster's transaction: see docs/decisions/0017.
 */
export class Database implements SqlBatchReader {
  #abilities: Abilities | undefined
  #restarts = 0
  #brokenTriggers = new BrokenTriggers()

  /** @param name of Lucid's connection; the default one without it */
  constructor(
    private lucid: Lucid,
    private name?: string
  ) {}

  /** How often this process has restarted the work of a transaction. */
  get restarts(): number {
    return this.#restarts
  }

  get connectionsMax(): number {
    return this.#pool().pool.max
  }

  /** The pool's connections by state, and the callers that wait for one. */
  connections(): { used: number; free: number; waiting: number } {
    const { pool } = this.#pool()
    return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }
  }

  /** Ends the use of its connections: see `cutOff`. @returns how many were still used */
  async end(ms: number): Promise<number> {
    const name = this.name ?? this.lucid.primaryConnectionName
    return this.lucid.manager.isConnected(name) ? cutOff(this.#pool(), ms) : 0
  }

  async read<Row>(sql: string, values: readonly SqlParameter[] = []): Promise<Row[]> {
    return this.withSession((session) => session.read<Row>(sql, values))
  }

  async write(sql: string, values: readonly SqlParameter[] = []): Promise<WriteResult> {
    return this.withSession((session) => session.write(sql, values))
  }

  async readTogether(queries: readonly Query[]): Promise<unknown[][]> {
    return this.withSession((session) => session.readTogether(queries))
  }
  async withSession<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    return this.#withConnection((connection, server) => work(new SqlSession(connection, server)))
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
        this.#restarts++
        await delay(retryDelayMs(attempt))
      }
    }
  }

  /**
   * Runs reads that must agree with each other: all of them see the database as it was at one
   * moment, whatever is committed meanwhile. The moment is that of the first read, which goes in
   * one turn with what opens the snapshot.
   */
  async snapshot<Result>(work: (session: SqlBatchReader) => Promise<Result>): Promise<Result> {
    return this.#withConnection(async (connection, server) => {
      const progress = new TransactionProgress(START_SNAPSHOT)
      const session = new SqlSession(connection, server, progress)
      try {
        return await work(session)
      } finally {
        if (progress.isBegun) await session.write('ROLLBACK').catch(() => {})
      }
    })
  }

  async #transactOnce<Result>(
    work: (session: SqlSession) => Promise<Result>,
    { onCommit }: TransactionOptions
  ): Promise<Result> {
    return this.#withConnection(async (connection, server) => {
      const progress = new TransactionProgress(START, onCommit)
      const session = new SqlSession(connection, server, progress)
      try {
        const result = await work(session)
        await session.commit()
        return result
      } catch (error) {
        // A lock timeout undoes only its statement: without an explicit ROLLBACK, the next user of
        // the connection would commit the rest of the transaction.
        if (progress.isBegun) await session.write('ROLLBACK').catch(() => {})
        if (progress.isCommitting && classifyDatabaseError(error, true) === 'commit_unknown') {
          throw new CommitUnknownError(error)
        }
        throw error
      }
    })
  }

  async #withConnection<Result>(
    work: (connection: DriverConnection, server: Abilities) => Promise<Result>
  ): Promise<Result> {
    const pool = this.#pool()
    const connection = await pool.acquireConnection()
    try {
      this.#abilities ??= await abilitiesOf(new SqlSession(connection))
      return await work(connection, this.#abilities)
    } catch (error) {
      const session = new SqlSession(connection)
      await this.#brokenTriggers.closed(error, (sql) => session.read(sql))
      throw error
    } finally {
      await pool.releaseConnection(connection)
    }
  }

  #pool(): ConnectionPool {
    return this.lucid.connection(this.name).getWriteClient().client as ConnectionPool
  }
}

/**
 * Exponential with full jitter, so that two colliding transactions do not collide again in step.
 */
function retryDelayMs(attempt: number): number {
  return Math.random() * Math.min(200, 5 * 2 ** attempt)
}
