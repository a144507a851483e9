import { createHash } from 'node:crypto'
import { invalidField } from '#app/http/errors/service_error'

export type CursorPart = string | number

/** A test for each part of a cursor, in order. */
export type CursorShape = readonly ((part: unknown) => boolean)[]

/** Tests for the parts of a cursor. */
export const cursorPart = {
  time: (part: unknown) =>
    typeof part === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/.test(part),
  id: (part: unknown) => typeof part === 'string' && /^[\x21-\x7e]{1,64}$/.test(part),
  count: (part: unknown) => Number.isSafeInteger(part) && Number(part) >= 0,
}

/**
 * The parts, with a few characters that identify the list and its filter, because total and cut
 * belong to one list.
 */
export function namedParts(parts: readonly CursorPart[], list: unknown): CursorPart[] {
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('base64url')
  return [...parts, digest.slice(0, 11)]
}

/**
 * @throws ServiceError VALIDATION_ERROR on anything that `namedParts` did not make for this list
 */
export function checkedParts(named: unknown, list: unknown, shape: CursorShape): CursorPart[] {
  const parts = Array.isArray(named) ? (named.slice(0, -1) as CursorPart[]) : []
  const fits =
    Array.isArray(named) &&
    parts.length === shape.length &&
    named.at(-1) === namedParts([], list)[0] &&
    shape.every((holds, index) => holds(parts[index]))
  if (fits) return parts
  throw invalidField('cursor', 'cursor', 'The cursor is not one that this list returned.')
}

/**
 * The place where a page ended, as text for the client; only `decodeCursor` reads it.
 *
 * @param list what is listed, and by which filter
 */
export function encodeCursor(parts: readonly CursorPart[], list: unknown): string {
  return textOf(namedParts(parts, list))
}

/**
 * @throws ServiceError VALIDATION_ERROR on anything that `encodeCursor` did not make for this list
 */
export function decodeCursor(text: string, list: unknown, shape: CursorShape): CursorPart[] {
  return checkedParts(parsed(text), list, shape)
}

function textOf(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

function parsed(text: string): unknown {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    // Decoding ignores characters that are not base64: only the very text that was issued is
    // accepted.
    return textOf(parts) === text ? parts : null
  } catch {
    return null
  }
}

/**
 * The place that a keyset walk has reached: the last key shown, and the cut of the first page. Rows
 * newer than the cut are not part of the walk, so that a walk during writes neither repeats nor
 * skips rows.
 */
export interface PageCursor {
  cut: string
  /** Number of rows of the walk, counted once on its first page. */
  total: number
  /** `created_at` and id of the last row shown. */
  after: [createdAt: string, id: string]
}

const PAGE = [cursorPart.time, cursorPart.count, cursorPart.time, cursorPart.id]

/** @throws ServiceError VALIDATION_ERROR on anything that `cutPage` did not make for this list */
export function decodePageCursor(text: string, list: unknown): PageCursor {
  const parts = decodeCursor(text, list, PAGE) as [string, number, string, string]
  const [cut, total, ...after] = parts
  return { cut, total, after }
}

/** Cuts a page of `limit` rows out of more, and says where the next page starts. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  list: unknown,
  partsOf: (last: Row) => CursorPart[]
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  return { page, nextCursor: more ? encodeCursor(partsOf(page.at(-1)!), list) : null }
}
