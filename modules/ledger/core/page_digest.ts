import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * Ties the pages of one export together, so that no page can be changed, dropped or moved unseen.
 */
export interface PageDigest {
  /** Counts from 1. */
  page: number
  /** `content` of the previous page; null on the first. */
  previous: string | null
  /**
   * SHA-256 in hex over the canonical JSON (RFC 8785) of the page, without its `nextCursor`, and
   * with `page` and `previous` as its `digest`.
   */
  content: string
  /** SHA-256 hex over `content`, a line feed, and `nextCursor` (an empty text on the last page). */
  sealed: string
}

/**
 * The digest of a page before its cursor is known, because the cursor carries this digest to the
 * next page.
 */
export function contentDigest(page: object, place: Pick<PageDigest, 'page' | 'previous'>): string {
  const { page: number, previous } = place
  return sha256(canonicalize({ ...page, digest: { page: number, previous } }) ?? '')
}

export function sealedDigest(content: string, nextCursor: string | null): string {
  return sha256(`${content}\n${nextCursor ?? ''}`)
}

/** A short digest of the filters of a walk, by which a cursor belongs to this walk only. */
export function filterDigest(filter: object): string {
  return sha256(canonicalize(filter) ?? '').slice(0, 16)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
