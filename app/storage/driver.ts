import type { Duplex, Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

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
  pool: {
    max: number
    numUsed(): number
    numFree(): number
    numPendingAcquires(): number
    /** Of each connection that somebody has. */
    used: readonly { resource: DriverConnection & { stream: Duplex } }[]
    release(connection: DriverConnection): boolean
  }
}

/** How often it looks whether all connections are free. */
const LOOK_MS = 20

/**
 * For a process that stops: waits until nobody has a connection, and then takes them from those who
 * still do. A pool that is closed waits for each of them for ever. Statements that are on their way
 * fail, and what is not committed is undone.
 *
 * @returns how many were taken away
 */
export async function cutOff({ pool }: ConnectionPool, ms: number): Promise<number> {
  const until = performance.now() + ms
  while (pool.numUsed() > 0 && performance.now() < until) await delay(LOOK_MS)
  const left = [...pool.used]
  for (const { resource } of left) {
    resource.stream.destroy()
    pool.release(resource)
  }
  return left.length
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
