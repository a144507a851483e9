import type { Micros } from '#app/clock/clock'

/** A refresh token as it is stored: its hash, never the token. */
export interface RefreshToken {
  /** `rtf_…`; all refresh tokens that follow from one sign-in share it. */
  familyId: string
  builderId: string
  expiresAt: Micros
  rotatedAt: Micros | null
  revokedAt: Micros | null
}

/**
 * What happens to a token that is presented for a refresh: `rotate` it; `refuse` it; or
 * `revoke_family`, because a token that comes a second time is held by two parties, and one of them
 * is a thief.
 */
export type RefreshDecision = 'rotate' | 'refuse' | 'revoke_family'

export function decideRefresh(token: RefreshToken | null, nowMicros: Micros): RefreshDecision {
  if (token === null || token.revokedAt !== null) return 'refuse'
  if (token.rotatedAt !== null) return 'revoke_family'
  return token.expiresAt > nowMicros ? 'rotate' : 'refuse'
}
