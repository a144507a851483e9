import { needHash, type StepUpRequest } from './step_up.ts'
import { TOKEN_TYPES } from './token_claims.ts'

/**
 * The claims of a confirmation's token besides its id: the credential it is for, and what it is
 * bound to. The resources are in `need` as a hash, so that a long list still fits into a header.
 */
export interface StepUpClaims {
  [name: string]: unknown
  typ: typeof TOKEN_TYPES.stepUp
  /** `org_…` */
  org: string
  /** Realm id; null when the organization as a whole is concerned. */
  rlm: string | null
  /** The confirmed action. */
  act: string
  /** SHA-256 of realm, action, resources and value at risk. */
  need: string
  /** SHA-256 of method, path with query and body. */
  req: string
}

export function stepUpClaims({ need, asker, requestHash }: StepUpRequest): StepUpClaims {
  return {
    typ: TOKEN_TYPES.stepUp,
    org: asker.orgId,
    rlm: need.realmId,
    act: need.action,
    need: needHash(need),
    req: requestHash,
  }
}

/** Whether the claims of a token are those of this request. */
export function isTokenOf(request: StepUpRequest, claims: Record<string, unknown>): boolean {
  return (
    claims.jti === request.id &&
    claims.sub === request.asker.credentialId &&
    Object.entries(stepUpClaims(request)).every(([name, value]) => claims[name] === value)
  )
}
