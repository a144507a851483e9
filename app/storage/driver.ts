import type { Readable } from 'node:stream'

export type SqlValue = string | number | bigint | boolean | Buffer | null
export type SqlParameter = SqlValue | readonly SqlValue[] | readonly (readonly SqlValue[])[]

/** Anything that answers a query: the pool, or one session of it. */
export interface SqlReader {
  read<Row>(sql: string, values?: readonly SqlParameter[]): Promise<Row[]>
}

/** A statement whose rows the driver sends when the server asks for them. */
export interface LoadQuery {
  sql: string
  infileStreamFactory: () => Readable
}

/** What a server can beyond statements one by one. */
export interface Abilities {
  /** It takes several statements as one: see `insertTogether`. */
  joins: boolean
  /** It takes rows as data: see `statements`. */
  loads: boolean
}

export interface DriverConnection {
  /** A value as an SQL literal. */
  escape(value: SqlValue): string
  /** A statement with its values in it. */
  format(sql: string, values: readonly SqlParameter[]): string
  /**
   * @param values null when the statement is complete, because the driver reads all of its text
   *   even for an empty list
   */
  query(
    sql: string | LoadQuery,
    values: readonly SqlParameter[] | null,
    done: (error: unknown, result: unknown) => void
  ): void
}

export interface ConnectionPool {
  acquireConnection(): Promise<DriverConnection>
  releaseConnection(connection: DriverConnection): Promise<unknown>
  pool: { max: number; numUsed(): number; numFree(): number; numPendingAcquires(): number }
}

/**
 * Only MariaDB has compound statements outside of stored programs, and takes rows as data unless it
 * is told not to. A Galera node that splits such data commits in the middle of it.
 */
export async function abilitiesOf(session: SqlReader): Promise<Abilities> {
  const rows = await session.read<{ Variable_name: string; Value: string }>(
    `SHOW VARIABLES
      WHERE Variable_name IN ('version', 'local_infile', 'wsrep_load_data_splitting')`
  )
  const set = new Map(rows.map(({ Variable_name: name, Value: value }) => [name, value]))
  const joins = set.get('version')!.includes('MariaDB')
  const isWhole = set.get('wsrep_load_data_splitting') !== 'ON'
  return { joins, loads: joins && isWhole && set.get('local_infile') === 'ON' }
}
