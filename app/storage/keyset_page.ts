import { checkRange } from '#app/http/time_range'
import type { Database, SqlParameter } from '#app/storage/database'
import { cutPage, decodePageCursor } from '#app/storage/cursor'
import { createdWithin, givenConditions, olderThan, type DatedPage } from '#app/storage/filter'
import type { Table } from '#app/storage/table'

export interface KeysetQuery extends DatedPage {
  table: string
  columns: string
  /** SQL of the filter, with `?` for each of `values`. */
  where: string
  values: readonly SqlParameter[]
  /**
   * The column of an expiry and the time of the walk: rows that have expired by then are left out.
   */
  alive?: { column: string; at: string }
  /** Reads the newest `created_at` that the walk may see; called once, on the first page. */
  readCut: () => Promise<string>
}

interface KeysetRow {
  id: string
  created_at: string
}

/**
 * One page of a table, newest first by (created_at, id). Rows made after the walk began are not
 * part of it, so that a walk during writes returns each row once.
 *
 * @throws ServiceError VALIDATION_ERROR for a cursor of another list or filter, or a range that
 *   ends before it begins
 */
export async function keysetPage<Row extends KeysetRow>(database: Database, asked: KeysetQuery) {
  const query = datedQuery(asked)
  const { table, columns, limit } = query
  const list = [table, query.where, query.values]
  const { where, values } = filterOf(query)
  const cursor = query.cursor === undefined ? null : decodePageCursor(query.cursor, list)
  const cut = cursor?.cut ?? (await query.readCut())
  const total = cursor?.total ?? (await countRows(database, query, cut))
  const [createdAt, id] = cursor?.after ?? []
  const older = olderThan(cursor && { createdAt: createdAt!, id: id! })
  const rows = await database.read<Row>(
    `SELECT ${columns} FROM ${table} WHERE ${where} AND created_at <= ?${older.and}
      ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
    [...values, cut, ...older.values]
  )
  const { page, nextCursor } = cutPage(rows, limit, list, (last) => {
    return [cut, total, last.created_at, last.id]
  })
  return { page, total, nextCursor }
}

/** `keysetPage` for a described table: a page of its entities. */
export async function entityPage<Entity extends object>(
  database: Database,
  table: Table<Entity>,
  query: Omit<KeysetQuery, 'table' | 'columns'>
) {
  const columns = `${table.selected}, id, created_at`
  const { page, ...rest } = await keysetPage(database, { ...query, table: table.name, columns })
  return { page: page.map((row) => table.entityOf(row)), ...rest }
}

function datedQuery({ from, to, ...query }: KeysetQuery) {
  checkRange({ from, to })
  const dates = givenConditions(...createdWithin({ from, to }))
  if (dates.values.length === 0) return query
  const where = `${query.where} AND ${dates.where}`
  return { ...query, where, values: [...query.values, ...dates.values] }
}

function filterOf({ where, values, alive }: KeysetQuery) {
  if (!alive) return { where, values }
  return { where: `${where} AND ${alive.column} > ?`, values: [...values, alive.at] }
}

async function countRows(database: Database, query: KeysetQuery, cut: string): Promise<number> {
  const { where, values } = filterOf(query)
  const [counted] = await database.read<{ total: string }>(
    `SELECT COUNT(*) AS total FROM ${query.table} WHERE ${where} AND created_at <= ?`,
    [...values, cut]
  )
  return Number(counted!.total)
}
