import { invalidField } from '#app/http/errors/service_error'
import { cutPage, decodeCursor } from '#app/storage/cursor'

type Key = [createdAt: string, id: string]

/** What a caller asks of a list. */
export interface PageQuery {
  limit: number
  cursor?: string
}

/**
 * One page of a list whose rows are all in memory, because only code can say who may read which. What
 * is added while somebody walks comes before the place that was reached, and so is not part of the walk.
 *
 * @param rows newest first by key
 * @param keyOf `created_at` as the database writes it, and id
 * @param list what is listed, and by which filter
 * @throws ServiceError VALIDATION_ERROR for a foreign cursor
 */
export function memoryPage<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  list: unknown,
  { limit, cursor: text }: PageQuery
) {
  const cursor = text === undefined ? null : decodeCursor(text, list)
  const total = cursor?.total ?? rows.length
  const left = cursor ? rows.filter((row) => isOlder(keyOf(row), cursor.after)) : [...rows]
  const { page, nextCursor } = cutPage(left, limit, list, (last) => ({
    cut: cursor?.cut ?? keyOf(rows[0]!)[0],
    total,
    after: keyOf(last),
  }))
  return { page, total, nextCursor }
}

/**
 * One page of few rows that have a name each. The place is a name, so a row that comes or goes between
 * two pages is the only one that may be missed.
 *
 * @param rows by name, ascending
 * @throws ServiceError VALIDATION_ERROR for a foreign cursor
 */
export function namedPage<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  { limit, cursor }: PageQuery
) {
  const after = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString()
  if (after !== null && Buffer.from(after).toString('base64url') !== cursor) {
    throw invalidField('cursor', 'cursor', 'The cursor is not one that this list returned.')
  }
  const left = after === null ? rows : rows.filter((row) => nameOf(row) > after)
  const page = left.slice(0, limit)
  const more = left.length > page.length
  const nextCursor = more ? Buffer.from(nameOf(page.at(-1)!)).toString('base64url') : null
  return { page, total: rows.length, nextCursor }
}

function isOlder([createdAt, id]: Key, [afterTime, afterId]: Key): boolean {
  return createdAt < afterTime || (createdAt === afterTime && id < afterId)
}
