import app from '@adonisjs/core/services/app'
import { Database, type SqlParameter, type WriteResult } from '#app/storage/database'

/** Fields of an answer or a row that no test reads by a typed name. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyData = any

/** What a statement finds, below the service. */
export async function readRows<Row = AnyData>(
  sql: string,
  values: readonly SqlParameter[] = []
): Promise<Row[]> {
  return (await app.container.make(Database)).read<Row>(sql, values)
}

/** Changes rows below the service, as no request could. */
export async function writeRows(
  sql: string,
  values: readonly SqlParameter[] = []
): Promise<WriteResult> {
  return (await app.container.make(Database)).write(sql, values)
}
