import { cursorPart, cutPage, decodeCursor, decodePageCursor } from '#app/storage/cursor'

type Key = [createdAt: string, id: string]

/** What a caller asks of a list. */
export interface PageQuery {
  limit: number
  cursor?: string
}

/**
 * One page of a list whose rows are all in memory, because only code can decide who may read which.
 * Rows that are added during a walk come before the place it has reached, and so are not part of
 * it.
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
  const cursor = text === undefined ? null : decodePageCursor(text, list)
  const total = cursor?.total ?? rows.length
  const left = cursor ? rows.filter((row) => isOlder(keyOf(row), cursor.after)) : rows
  const cut = cursor?.cut ?? (rows[0] && keyOf(rows[0])[0])
  return { total, ...cutPage(left, limit, list, (last) => [cut!, total, ...keyOf(last)]) }
}

/**
 * One page of a few rows that each have a name. The place is a name, so that only a row that is
 * added or removed between two pages may be missed.
 *
 * @param rows by name, ascending
 * @param list what is listed, and by which filter
 * @throws ServiceError VALIDATION_ERROR for a foreign cursor
 */
export function namedPage<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  list: unknown,
  { limit, cursor }: PageQuery
) {
  const [after] = cursor === undefined ? [] : decodeCursor(cursor, list, [cursorPart.id])
  const left = after === undefined ? rows : rows.filter((row) => nameOf(row) > String(after))
  return { total: rows.length, ...cutPage(left, limit, list, (last) => [nameOf(last)]) }
}

function isOlder([createdAt, id]: Key, [afterTime, afterId]: Key): boolean {
  return createdAt < afterTime || (createdAt === afterTime && id < afterId)
}
