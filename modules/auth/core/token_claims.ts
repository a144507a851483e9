import type { BuilderRole, Principal } from '#app/extension/principal'
import type { Builder } from './builder.ts'
import { isRole, OWNER, statementsOf } from './roles.ts'

/**
 * What a token of this service is for, in its `typ` claim. One signer makes several kinds, and none
 * may pass for another.
 */
export const TOKEN_TYPES = { builder: 'builder', scoped: 'scoped', stepUp: 'step_up' } as const

export const TOKEN_ALGORITHM = 'EdDSA'

export interface BuilderClaims {
  typ: typeof TOKEN_TYPES.builder
  /** `org_…` */
  org: string
  /** The session that it was made in, `rtf_…` or `brs_…`. */
  sid: string
  /** The role at that time. A role that is less ends the session. */
  rol: BuilderRole
}

export function builderClaims(
  { orgId, role }: Pick<Builder, 'orgId' | 'role'>,
  sessionId: string
): BuilderClaims {
  return { typ: TOKEN_TYPES.builder, org: orgId, sid: sessionId, rol: role }
}

/**
 * @param reading the actions of `svc:Read` as they are today
 * @returns null when the claims are not those of a builder's access token
 */
export function builderPrincipal(
  claims: Record<string, unknown>,
  reading: readonly string[]
): Principal | null {
  // Tokens of the release before name no role: everybody was an owner.
  const { typ, sub, org, sid, exp, rol = OWNER } = claims
  if (typ !== TOKEN_TYPES.builder || typeof sub !== 'string' || typeof org !== 'string') return null
  if (typeof exp !== 'number') return null
  // An unreadable session must not count as absent: the token would outlive the session.
  if (sid !== undefined && typeof sid !== 'string') return null
  if (!isRole(rol)) return null
  if (!sub.startsWith('bld_') || !org.startsWith('org_')) return null
  return {
    credential: 'builder',
    credentialId: sub,
    orgId: org,
    builderId: sub,
    actor: { type: 'builder', id: sub },
    realmId: null,
    statements: statementsOf(rol, reading),
    role: rol,
    ...(sid !== undefined && { sessionId: sid }),
    expiresAtMs: exp * 1000,
  }
}
