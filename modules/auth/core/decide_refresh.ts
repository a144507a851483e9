import type { Micros } from '#app/clock/clock'

/** A refresh token as it is stored: never itself, only its hash. */
export interface RefreshToken {
  /** `rtf_…`: all tokens that follow from one sign-in. */
  familyId: string
  builderId: string
  expiresAt: Micros
  rotatedAt: Micros | null
  revokedAt: Micros | null
}

/**
 * What becomes of a token that is shown for a refresh:
 * `rotate` it; `refuse` it; or `revoke_family`, because a token that was used before means that two
 * parties hold it and one of them is a thief.
 */
export type RefreshDecision = 'rotate' | 'refuse' | 'revoke_family'

export function decideRefresh(token: RefreshToken | null, nowMicros: Micros): RefreshDecision {
  if (token === null || token.revokedAt !== null) return 'refuse'
  if (token.rotatedAt !== null) return 'revoke_family'
  return token.expiresAt > nowMicros ? 'rotate' : 'refuse'
}
