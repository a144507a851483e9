import { hash } from 'node:crypto'
import { LIMITS } from '#app/limits'

export const KEY_HEADER = 'idempotency-key'

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`)

/** The unreserved characters of RFC 3986 stand in a path as they are. */
const RESERVED = /[^A-Za-z0-9._~-]/g
const DOTS = /^\.{1,2}$/

export function isKey(text: string): boolean {
  return KEY.test(text)
}

/**
 * The operation path of a request that names none: `/op/key/<key, percent-encoded>`. A key that
 * would make a segment `.` or `..`, or one that is too long, is replaced by its SHA-256:
 * `sha256-<hex>`.
 */
export function pathOfKey(key: string): string {
  const encoded = DOTS.test(key) ? key.replaceAll('.', '%2E') : key.replace(RESERVED, percent)
  const fits = encoded.length <= LIMITS.pathSegmentLength
  return `/op/key/${fits ? encoded : `sha256-${hash('sha256', key)}`}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
