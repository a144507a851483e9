import { LIMITS } from '#app/limits'
import { invalidField } from '#app/http/errors/service_error'

/**
 * The place a keyset walk has reached: the last key shown, and the read cut of the first page.
 * Rows newer than the cut are not part of the walk, so a walk during writes neither repeats nor
 * skips.
 */
export interface PageCursor {
  cut: string
  after: string[]
}

/** Opaque text for the client; only `decodeCursor` reads it. */
export function encodeCursor(cursor: PageCursor): string {
  return Buffer.from(JSON.stringify([cursor.cut, ...cursor.after])).toString('base64url')
}

/**
 * @param keys how many key parts this list's cursors carry
 * @throws ServiceError VALIDATION_ERROR on anything `encodeCursor` did not make for such a list
 */
export function decodeCursor(text: string, keys: number): PageCursor {
  try {
    if (text.length > LIMITS.cursorLength) throw new Error('too long')
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== keys + 1) throw new Error('wrong length')
    if (!parts.every((part) => typeof part === 'string')) throw new Error('wrong part')
    const [cut, ...after] = parts as [string, ...string[]]
    return { cut, after }
  } catch {
    throw invalidField('cursor', 'cursor', 'The cursor is not one that this list returned.')
  }
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
