import type { Principal } from '#app/extension/principal'
import type { Builder } from '#modules/auth/core/builder'

/**
 * What a token of ours is for, in its `typ` claim: one signer makes several kinds, and none may
 * pass for another.
 */
export const TOKEN_TYPES = { builder: 'builder', scoped: 'scoped', stepUp: 'step_up' } as const

export const TOKEN_ALGORITHM = 'EdDSA'

export interface BuilderClaims {
  typ: typeof TOKEN_TYPES.builder
  /** `org_…` */
  org: string
}

export function builderClaims(builder: Pick<Builder, 'orgId'>): BuilderClaims {
  return { typ: TOKEN_TYPES.builder, org: builder.orgId }
}

/** @returns null when the claims are not those of a builder's access token */
export function builderPrincipal(claims: Record<string, unknown>): Principal | null {
  const { typ, sub, org, exp } = claims
  if (typ !== TOKEN_TYPES.builder || typeof sub !== 'string' || typeof org !== 'string') return null
  if (typeof exp !== 'number') return null
  if (!sub.startsWith('bld_') || !org.startsWith('org_')) return null
  return {
    credential: 'builder',
    credentialId: sub,
    orgId: org,
    builderId: sub,
    actor: { type: 'builder', id: sub },
    realmId: null,
    statements: null,
    expiresAtMs: exp * 1000,
  }
}
