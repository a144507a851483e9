import type { SignatureClaim } from '#app/extension/signature_claim'
import type { StepUpPermit } from '#app/extension/step_up'

/** One policy statement: effect, full action names (aliases expanded) and resource patterns. */
export interface PolicyStatement {
  effect: 'Allow' | 'Deny'
  actions: string[]
  resources: string[]
  conditions?: PolicyConditions
}

/** When a statement counts; without any it always does. */
export interface PolicyConditions {
  /**
   * Patterns of operation paths. An Allow counts for requests whose operation path is covered, and for
   * those that name none; a Deny only for requests that name a covered one.
   */
  operationPaths?: string[]
}

export const ACTOR_TYPES = ['builder', 'api_key', 'end_user', 'system'] as const

export interface Actor {
  type: (typeof ACTOR_TYPES)[number]
  id: string
}

/** Where a request came from, for the records it leaves. */
export interface RequestOrigin {
  /** The `X-Request-Id` of its answer. */
  requestId: string
  /** The caller's address, as far as trusted proxies tell it. */
  ip: string
  /** What the caller's program calls itself. */
  userAgent?: string
}

/** A verified Ed25519 signature of the request, with everything needed to verify it again. */
export interface RequestSignature {
  /** `sgk_…` */
  signingKeyId: string
  /** What the caller sent as key id: 16 hex characters. */
  fingerprint: string
  /** Base64, 32 bytes. */
  publicKey: string
  /** Base64, 64 bytes. */
  signature: string
  /** The exact text that was signed. */
  signingInput: string
  /** What this request uses it for; known once its route has let it in. */
  claim?: SignatureClaim
}

/** Who is asking, as the credential proved it. */
export interface Principal {
  credential: 'builder' | 'api_key' | 'scoped_token'
  /** Key id, token id or builder id: what an audit entry names. */
  credentialId: string
  orgId: string
  /** The builder behind the credential; for keys and scoped tokens the one that created it. */
  builderId: string
  /** Recorded on every operation. */
  actor: Actor
  /** The realm the credential is locked to, or null. */
  realmId: string | null
  /** null means unrestricted. */
  statements: PolicyStatement[] | null
  /** The API key it stands on: itself, or the one a scoped token was minted with. It ends with the key. */
  apiKeyId?: string
  /** The sign-in a builder's access token was made in. It ends with it. */
  sessionId?: string
  /** When the credential ends by itself; null when it lives until it is revoked. */
  expiresAtMs: number | null
  /** Of this request. */
  origin?: RequestOrigin
  /** Of this request; recorded on the operation it leads to. */
  signature?: RequestSignature
  /** The operation paths this request names; what the service names itself is not among them. */
  operationPaths?: readonly string[]
  /** What a person confirmed for exactly this request. */
  stepUp?: StepUpPermit
  /** This request changes something and is unsigned, where production realms demand a signature. */
  lacksSignature?: boolean
}

/** Whether nothing restricts the credential to less than the whole organization. */
export function isUnscoped({ statements, realmId }: Principal): boolean {
  return statements === null && realmId === null
}
