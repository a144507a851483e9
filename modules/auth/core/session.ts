import type { Micros } from '#app/clock/clock'
import { LIMITS } from '#app/limits'

/** A person at the identity provider, whether they have an account here or not. */
export interface Person {
  issuer: string
  subject: string
}

/** One sign-in that has not ended: of a program (`api`) or in a browser. */
export interface SignedInSession extends Person {
  /** `rtf_…`, which the refresh tokens of the sign-in share, or `brs_…`. */
  id: string
  kind: 'api' | 'browser'
  /** Where it was used last, as far as it is known. */
  address: string | null
  userAgent: string | null
  createdAt: Micros
  lastUsedAt: Micros
  expiresAt: Micros
}

/** Longer than a request that was admitted just before the end may still take to sign a token. */
const MARGIN_MICROS = 60_000_000

/** Until when tokens of a session that ends now could still look good. */
export function tokensEndAt({ kind, expiresAt }: SignedInSession, now: Micros): Micros {
  // The cookie of a browser is as good as a token for as long as the session would have lasted.
  const last = kind === 'browser' ? Math.max(now, expiresAt) : now
  return last + LIMITS.accessTokenLifetimeSeconds * 1_000_000 + MARGIN_MICROS
}

/** What a browser or program calls itself, cut to what a list shows. */
export function shortUserAgent(userAgent: string | undefined): string | null {
  const text = userAgent?.replace(/[^\x20-\x7e]/g, '').trim() ?? ''
  return text === '' ? null : text.slice(0, LIMITS.userAgentLength)
}
