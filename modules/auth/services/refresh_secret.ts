import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'svc_rt_'
const SHAPE = /^svc_rt_[\w-]{43}$/

/** A new refresh token: `svc_rt_` and 256 random bits. */
export function newRefreshSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`
}

/**
 * The hash of a refresh token, which is all that is stored of it; null when the text cannot be one.
 */
export function refreshHash(token: string): Buffer | null {
  return SHAPE.test(token) ? createHash('sha256').update(token).digest() : null
}
