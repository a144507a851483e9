import app from '@adonisjs/core/services/app'
import { Database, type SqlParameter, type WriteResult } from '#app/storage/database'
import type { AnyData } from '#tests/support/client'

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
