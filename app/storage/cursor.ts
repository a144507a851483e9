import { createHash } from 'node:crypto'
import { LIMITS } from '#app/limits'
import { invalidField } from '#app/http/errors/service_error'

/**
 * The place a keyset walk has reached: the last key shown, and the read cut of the first page.
 * Rows newer than the cut are not part of the walk, so a walk during writes neither repeats nor
 * skips.
 */
export interface PageCursor {
  cut: string
  /** All rows of the walk, counted once on its first page. */
  total: number
  /** `created_at` and id of the last row shown. */
  after: [createdAt: string, id: string]
}

/** Names a list and its filter in a few characters: a cursor's total and cut are no other list's. */
export function digestOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 11)
}

/**
 * Opaque text for the client; only `decodeCursor` reads it.
 *
 * @param list what is listed, and by which filter
 */
export function encodeCursor({ cut, total, after }: PageCursor, list: unknown): string {
  const parts = [cut, total, ...after, digestOf(list)]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * @throws ServiceError VALIDATION_ERROR on anything `encodeCursor` did not make for such a list
 */
export function decodeCursor(text: string, list: unknown): PageCursor {
  try {
    if (text.length > LIMITS.cursorLength) throw new Error('too long')
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 5) throw new Error('wrong length')
    const [cut, total, createdAt, id] = parts as unknown[]
    if (!isTime(cut) || !isTime(createdAt) || !isId(id)) throw new Error('wrong key')
    if (!Number.isSafeInteger(total) || Number(total) < 0) throw new Error('wrong total')
    const cursor: PageCursor = { cut, total: Number(total), after: [createdAt, id] }
    // Another list's, or what decoding passes over as no base64: only the very text that was given out is one.
    if (encodeCursor(cursor, list) !== text) throw new Error('wrong text')
    return cursor
  } catch {
    throw invalidField('cursor', 'cursor', 'The cursor is not one that this list returned.')
  }
}

function isTime(part: unknown): part is string {
  return typeof part === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/.test(part)
}

function isId(part: unknown): part is string {
  return typeof part === 'string' && /^[\x21-\x7e]{1,64}$/.test(part)
}

/** Cuts a page of `limit` rows out of `limit + 1` read ones and says where the next page starts. */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  list: unknown,
  cursorOf: (last: Row) => PageCursor
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit && last !== undefined
  return { page, nextCursor: more ? encodeCursor(cursorOf(last), list) : null }
}
