import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import type { StepUpNeed } from '#app/extension/step_up'

/** The credential that asked, as it was then. Nothing of it can be used to sign in. */
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
>

/** `used`: what was confirmed has happened, in the same transaction. */
export type StepUpStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'used'

export type StepUpDecision = 'approved' | 'denied'

/** One request that waits for a person, or has been decided by one. */
export interface StepUpRequest {
  /** `stp_…` */
  id: string
  need: StepUpNeed
  asker: StepUpAsker
  /** The one request the confirmation permits: see `requestHash`. */
  requestHash: string
  /** As it is stored, whatever the time: see `statusAt`. */
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

/** Where a request stands now. */
export function statusAt(
  { status, expiresAt }: Pick<StepUpRequest, 'status' | 'expiresAt'>,
  now: Micros
): StepUpStatus {
  const isOpen = status === 'pending' || status === 'approved'
  return isOpen && expiresAt <= now ? 'expired' : status
}

/** Only the credential that asked may know how its request stands. */
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
  const { apiKeyId, sessionId } = principal
  return {
    ...asker,
    ...(apiKeyId !== undefined && { apiKeyId }),
    ...(sessionId !== undefined && { sessionId }),
  }
}

/**
 * A request never outlives the scoped token that asked: nobody could read its answer, and a token
 * must not live on in another form. A builder comes back with a fresh access token.
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
 * (RFC 8785; `{}` without one).
 *
 * @returns null for a body without a canonical form (half a character of UTF-16): it could not be
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
 * Identity of what a person was shown: who would do what, where, and what is at stake. Losses count
 * only where there are some, so that confirmations from before they were told keep their hash.
 */
export function needHash({ realmId, action, resources, valueAtRisk, losses }: StepUpNeed): string {
  return sha256(canonicalize({ realmId, action, resources, valueAtRisk, losses })!)
}

/** Equal for the same request, repeated by the same credential while it means the same. */
export function openKeyOf(asker: StepUpAsker, need: StepUpNeed, request: string): string {
  const { orgId, credential, credentialId } = asker
  return sha256(canonicalize({ orgId, credential, credentialId, request, need: needHash(need) })!)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
