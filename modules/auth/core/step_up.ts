import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import type { StepUpNeed } from '#app/extension/step_up'

/** The credential that asked, as it was then. Nothing here can be used to sign in. */
export type StepUpAsker = Pick<
  Principal,
  | 'credential'
  | 'credentialId'
  | 'orgId'
  | 'builderId'
  | 'actor'
  | 'realmId'
  | 'statements'
  | 'apiKeyId'
  | 'sessionId'
  | 'role'
>

/** `used`: the confirmed request was carried out, in the same transaction. */
export type StepUpStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'used'

export type StepUpDecision = 'approved' | 'denied'

/** One request that waits for a person's decision, or has it. */
export interface StepUpRequest {
  /** `stp_…` */
  id: string
  need: StepUpNeed
  asker: StepUpAsker
  /** Identifies the one request that the confirmation permits: see `requestHash`. */
  requestHash: string
  /** The stored status, whatever the time: see `statusAt`. */
  status: StepUpStatus
  createdAt: Micros
  expiresAt: Micros
  decidedAt: Micros | null
  /** The builder who decided, `bld_…`. */
  decidedBy: string | null
}

const ID = /^stp_[0-9a-z]{26}$/

export function isStepUpId(text: string): boolean {
  return ID.test(text)
}

/** The status of a request at a moment. */
export function statusAt(
  { status, expiresAt }: Pick<StepUpRequest, 'status' | 'expiresAt'>,
  now: Micros
): StepUpStatus {
  const isOpen = status === 'pending' || status === 'approved'
  return isOpen && expiresAt <= now ? 'expired' : status
}

/** Only the credential that asked may see the status of its request. */
export function isAskedBy(
  { asker }: Pick<StepUpRequest, 'asker'>,
  { credential, credentialId, orgId }: Pick<Principal, 'credential' | 'credentialId' | 'orgId'>
): boolean {
  return (
    asker.orgId === orgId && asker.credential === credential && asker.credentialId === credentialId
  )
}

export function askerOf(principal: Principal): StepUpAsker {
  const { credential, credentialId, orgId, builderId, actor, realmId, statements } = principal
  const asker = { credential, credentialId, orgId, builderId, actor, realmId, statements }
  const { apiKeyId, sessionId, role } = principal
  return {
    ...asker,
    ...(apiKeyId !== undefined && { apiKeyId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(role !== undefined && { role }),
  }
}

/**
 * When a request for confirmation expires. It never outlives the scoped token that asked: nobody
 * could read its answer, and the token must not live on in another form. A builder may come back
 * with a new access token.
 */
export function stepUpExpiry(
  { credential, expiresAtMs }: Pick<Principal, 'credential' | 'expiresAtMs'>,
  now: Micros,
  lifetimeSeconds: number
): Micros {
  const latest = now + lifetimeSeconds * 1_000_000
  if (credential === 'builder' || expiresAtMs === null) return latest
  return Math.min(latest, expiresAtMs * 1000)
}

/**
 * Identity of one HTTP request: SHA-256 over method, path with query, and the canonical JSON body
 * (RFC 8785; `{}` when there is none).
 *
 * @returns null for a body without a canonical form (it holds a lone surrogate): it could not be
 *   told from others
 */
export function requestHash(method: string, target: string, body: unknown): string | null {
  try {
    return sha256(`${method}\n${target}\n${canonicalize(body ?? {})}`)
  } catch {
    return null
  }
}

/**
 * Identity of what the person was shown: the action, where, and what is at stake. Losses are hashed
 * only when there are any, so that confirmations from before they were shown keep their hash.
 */
export function needHash({ realmId, action, resources, valueAtRisk, losses }: StepUpNeed): string {
  return sha256(canonicalize({ realmId, action, resources, valueAtRisk, losses })!)
}

/**
 * A key that is equal when the same credential repeats the same request and it still means the
 * same.
 */
export function openKeyOf(asker: StepUpAsker, need: StepUpNeed, request: string): string {
  const { orgId, credential, credentialId } = asker
  return sha256(canonicalize({ orgId, credential, credentialId, request, need: needHash(need) })!)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
