import type { PolicyStatement, Principal } from '#app/extension/principal'
import { parseConditions } from './policy_conditions.ts'
import { TOKEN_TYPES } from './token_claims.ts'

/** The claims of a scoped token, besides its subject, id and times. */
export interface ScopedClaims {
  [name: string]: unknown
  typ: typeof TOKEN_TYPES.scoped
  /** `org_…` */
  org: string
  /** Id of the realm that the token works in. */
  rlm: string
  /** `bld_…`: the builder behind the credential that minted it. */
  bld: string
  stm: PolicyStatement[]
  /** Id of the credential that minted it. */
  mby: string
  /** `key_…`: the API key that the token ends with, if it was minted on one. */
  key?: string
}

export function scopedClaims(
  minter: Principal,
  realmId: string,
  statements: PolicyStatement[]
): ScopedClaims {
  return {
    typ: TOKEN_TYPES.scoped,
    org: minter.orgId,
    rlm: realmId,
    bld: minter.builderId,
    stm: statements,
    mby: minter.credentialId,
    ...(minter.apiKeyId !== undefined && { key: minter.apiKeyId }),
  }
}

/** @returns null when the claims are not those of a scoped token */
export function scopedPrincipal(claims: Record<string, unknown>): Principal | null {
  const { typ, sub, jti, org, rlm, bld, stm, key, exp } = claims
  if (typ !== TOKEN_TYPES.scoped) return null
  if (!isText(sub) || !isText(jti) || !isText(org) || !isText(rlm) || !isText(bld)) return null
  if (typeof exp !== 'number' || !isStatements(stm)) return null
  // An unreadable key must not count as absent: the token would outlive the key.
  if (key !== undefined && !isText(key)) return null
  return {
    credential: 'scoped_token',
    credentialId: jti,
    orgId: org,
    builderId: bld,
    actor: { type: 'end_user', id: sub },
    realmId: rlm,
    statements: stm,
    ...(key !== undefined && { apiKeyId: key }),
    expiresAtMs: exp * 1000,
  }
}

/** Nothing else may stand there: null statements would make an unrestricted credential. */
function isStatements(claim: unknown): claim is PolicyStatement[] {
  return (
    Array.isArray(claim) &&
    claim.every(
      (statement: Partial<PolicyStatement> | null) =>
        (statement?.effect === 'Allow' || statement?.effect === 'Deny') &&
        isTexts(statement.actions) &&
        isTexts(statement.resources) &&
        // An unreadable condition must not count as absent: the statement would apply where it must
        // not.
        parseConditions(statement as PolicyStatement) !== undefined
    )
  )
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
