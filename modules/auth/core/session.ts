import type { Micros } from '#app/clock/clock'
import { AUTH_LIMITS } from '../limits.ts'

/** A person at the identity provider, with or without an account here. */
export interface Person {
  issuer: string
  subject: string
}

/** One sign-in that has not ended: of a program (`api`) or in a browser (`browser`). */
export interface SignedInSession extends Person {
  /** `rtf_…`, which the refresh tokens of the sign-in share, or `brs_…`. */
  id: string
  kind: 'api' | 'browser'
  /** The address it was last used from; null when that is not known. */
  address: string | null
  userAgent: string | null
  createdAt: Micros
  lastUsedAt: Micros
  expiresAt: Micros
}

/** A request that was admitted just before the end takes less time than this to sign a token. */
const MARGIN_MICROS = 60_000_000

/**
 * Until when a token of a session that ends now could be accepted without a look at its session.
 */
export function tokensEndAt({ kind, expiresAt }: SignedInSession, now: Micros): Micros {
  // The cookie of a browser could get new tokens for as long as the session would have lasted.
  const last = kind === 'browser' ? Math.max(now, expiresAt) : now
  return last + AUTH_LIMITS.accessTokenLifetimeSeconds * 1_000_000 + MARGIN_MICROS
}

/**
 * The user agent of a browser or program, cut to the length that a list shows; null when it is
 * empty.
 */
export function shortUserAgent(userAgent: string | undefined): string | null {
  const text = userAgent?.replace(/[^\x20-\x7e]/g, '').trim() ?? ''
  return text === '' ? null : text.slice(0, AUTH_LIMITS.userAgentLength)
}
