import app from '@adonisjs/core/services/app'
import { Database, type SqlParameter, type WriteResult } from '#app/storage/database'

/** Fields of an answer or a row that no test reads by a typed name. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyData = any

/** A statement as a template, whose values become its parameters, or as a text with its values. */
type Statement = [TemplateStringsArray, ...SqlParameter[]] | [string, (readonly SqlParameter[])?]

/** What a statement finds, below the service. */
export async function readRows<Row = AnyData>(...statement: Statement): Promise<Row[]> {
  return (await app.container.make(Database)).read<Row>(...bound(statement))
}

/** Changes rows below the service, as no request could. */
export async function writeRows(...statement: Statement): Promise<WriteResult> {
  return (await app.container.make(Database)).write(...bound(statement))
}

function bound([sql, ...values]: Statement): [string, readonly SqlParameter[]] {
  if (typeof sql === 'string') return [sql, (values[0] as readonly SqlParameter[]) ?? []]
  return [sql.join('?'), values as SqlParameter[]]
}
