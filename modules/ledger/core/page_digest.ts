import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** Ties the pages of one export together, so that none can be changed, dropped or moved unseen. */
export interface PageDigest {
  /** From 1. */
  page: number
  /** `content` of the page before; null on the first. */
  previous: string | null
  /** SHA-256 hex over the canonical JSON (RFC 8785) of the page, without its `nextCursor`, and with `page` and `previous` as its `digest`. */
  content: string
  /** SHA-256 hex over `content`, a line feed, and `nextCursor` (nothing at the end). */
  sealed: string
}

/** The digest of a page before its cursor is known: the cursor carries it to the next page. */
export function contentDigest(page: object, place: Pick<PageDigest, 'page' | 'previous'>): string {
  const { page: number, previous } = place
  return sha256(canonicalize({ ...page, digest: { page: number, previous } }) ?? '')
}

export function sealedDigest(content: string, nextCursor: string | null): string {
  return sha256(`${content}\n${nextCursor ?? ''}`)
}

/** Which walk a cursor belongs to: the same filters, in a short form. */
export function filterDigest(filter: object): string {
  return sha256(canonicalize(filter) ?? '').slice(0, 16)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
