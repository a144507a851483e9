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

/** Opaque text for the client; only `decodeCursor` reads it. */
export function encodeCursor(cursor: PageCursor): string {
  const { cut, total, after } = cursor
  return Buffer.from(JSON.stringify([cut, total, ...after])).toString('base64url')
}

/**
 * @throws ServiceError VALIDATION_ERROR on anything `encodeCursor` did not make for such a list
 */
export function decodeCursor(text: string): PageCursor {
  try {
    if (text.length > LIMITS.cursorLength) throw new Error('too long')
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 4) throw new Error('wrong length')
    const [cut, total, createdAt, id] = parts as unknown[]
    if (!isTime(cut) || !isTime(createdAt) || !isId(id)) throw new Error('wrong key')
    if (!Number.isSafeInteger(total) || Number(total) < 0) throw new Error('wrong total')
    const cursor: PageCursor = { cut, total: Number(total), after: [createdAt, id] }
    // Decoding passes over what is no base64: only the very text that was given out is one.
    if (encodeCursor(cursor) !== text) throw new Error('wrong text')
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
  cursorOf: (last: Row) => PageCursor
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit && last !== undefined
  return { page, nextCursor: more ? encodeCursor(cursorOf(last)) : null }
}
