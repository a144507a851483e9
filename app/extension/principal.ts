import type { SignatureClaim } from '#app/extension/signature_claim'
import type { StepUpPermit } from '#app/extension/step_up'

/** One policy statement: effect, full action names (aliases expanded) and resource patterns. */
export interface PolicyStatement {
  effect: 'Allow' | 'Deny'
  actions: string[]
  resources: string[]
  conditions?: PolicyConditions
}

/** When a statement applies; without conditions it always does. */
export interface PolicyConditions {
  /**
   * Patterns of operation paths. An Allow applies to requests whose operation path is covered, and
   * to those that name none; a Deny applies only to requests that name a covered path.
   */
  operationPaths?: string[]
  /** Of an Allow alone: the largest amount of a movement. USD, decimal string. */
  amountLte?: string
  /**
   * Of an Allow alone: where a movement may go. Addresses outside the service, and patterns of
   * object paths.
   */
  destinationIn?: string[]
  /** Of an Allow alone: the largest sum that its credential moves out of one object in a window. */
  windowLte?: SpendingWindow
  /** Of an Allow alone: a part of each day, `HH:MM` in UTC. It goes over midnight when `to` is before `from`. */
  hours?: { from: string; to: string }
  /** Of an Allow alone: how many builders have to approve a request before it is executed. */
  approvals?: number
}

/** A sum that may not be exceeded in the seconds before now. */
export interface SpendingWindow {
  /** USD, decimal string. */
  amount: string
  seconds: number
}

/** What a request names of one movement or operation, as policies look at it. */
export interface AskedMove {
  /** null when the service makes the path. */
  operationPath: string | null
  /** USD, decimal string; null when the request names no amount. */
  amount: string | null
  /** The address or object path that it goes to; null when the request names none. */
  destination: string | null
}

export const ACTOR_TYPES = ['builder', 'api_key', 'end_user', 'system'] as const

export interface Actor {
  type: (typeof ACTOR_TYPES)[number]
  id: string
}

/** What a builder is in their organization; `modules/auth/core/roles.ts` says what each may do. */
export const BUILDER_ROLES = ['owner', 'developer', 'viewer'] as const

export type BuilderRole = (typeof BUILDER_ROLES)[number]

/** Where a request came from, for the records it leaves. */
export interface RequestOrigin {
  /** The `X-Request-Id` of the answer. */
  requestId: string
  /** The caller's address, as far as trusted proxies report it. */
  ip: string
  /** The user agent of the caller's program. */
  userAgent?: string
}

/** A verified Ed25519 signature of the request, with all that is needed to verify it again. */
export interface RequestSignature {
  /** `sgk_…` */
  signingKeyId: string
  /** The key id that the caller sent: 16 hex characters. */
  fingerprint: string
  /** Base64 of 32 bytes. */
  publicKey: string
  /** Base64 of 64 bytes. */
  signature: string
  /** The exact text that was signed. */
  signingInput: string
  /** What the request uses the signature for; known once its route has admitted it. */
  claim?: SignatureClaim
}

/** The caller, as the credential proved it. */
export interface Principal {
  credential: 'builder' | 'api_key' | 'scoped_token'
  /** Id of the key, the token or the builder, which audit entries name. */
  credentialId: string
  orgId: string
  /** The builder behind the credential; for keys and scoped tokens the one who created it. */
  builderId: string
  /** Recorded on every operation. */
  actor: Actor
  /** The realm that the credential is locked to, or null. */
  realmId: string | null
  /** null means unrestricted. */
  statements: PolicyStatement[] | null
  /**
   * The API key that the credential ends with: itself, or the key that a scoped token was minted
   * on.
   */
  apiKeyId?: string
  /** The session that a builder's access token was made in, and ends with. */
  sessionId?: string
  /** The role of the builder when the token was made: of a builder's own access token alone. */
  role?: BuilderRole
  /** When the credential expires; null when it lives until it is revoked. */
  expiresAtMs: number | null
  /** Where this request came from. */
  origin?: RequestOrigin
  /** The signature of this request, recorded on the operation that it makes. */
  signature?: RequestSignature
  /** The movements and operations that this request names; a bulk names many. */
  asked?: readonly AskedMove[]
  /** The permit of a person for exactly this request. */
  stepUp?: StepUpPermit
  /** Whether this request is an unsigned change, where production realms demand a signature. */
  lacksSignature?: boolean
  /** How many builders have approved exactly this request. */
  approvals?: number
}

/** What is kept of a caller for work that is done later on their behalf. It holds no secret. */
export type KeptCredential = Pick<
  Principal,
  'credential' | 'credentialId' | 'orgId' | 'builderId' | 'apiKeyId'
>

export function keptCredential(principal: Principal): KeptCredential {
  const { credential, credentialId, orgId, builderId, apiKeyId } = principal
  return { credential, credentialId, orgId, builderId, ...(apiKeyId !== undefined && { apiKeyId }) }
}

/** Whether nothing restricts the credential to less than the whole organization. */
export function isUnscoped({ statements, realmId }: Principal): boolean {
  return statements === null && realmId === null
}

/** Whether a builder's own credential has one of these roles. */
export function hasRole({ role }: Pick<Principal, 'role'>, roles: readonly BuilderRole[]): boolean {
  return role !== undefined && roles.includes(role)
}
