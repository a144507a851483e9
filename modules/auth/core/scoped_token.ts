import type { Micros } from '#app/clock/clock'
import type { PolicyStatement } from '#app/extension/principal'

/** A scoped token as it is listed, without the token itself. */
export interface ScopedToken {
  /** The `jti` of the token. */
  id: string
  orgId: string
  realmId: string
  /** The end user it was minted for. */
  sub: string
  statements: PolicyStatement[]
  /** The builder, API key or scoped token that minted it. */
  mintedBy: string
  createdAt: Micros
  expiresAt: Micros
  revokedAt: Micros | null
}
