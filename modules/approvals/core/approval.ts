import { createHash } from 'node:crypto'
import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'

export const APPROVAL_STATUSES = [
  /** Waits for people. */
  'pending',
  /** All of them have approved; it is being executed. */
  'approved',
  'executed',
  /** It was approved, and refused when it was executed. */
  'failed',
  'denied',
  'expired',
] as const

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** A request that waits until people have approved it, or what became of it. */
export interface Approval {
  /** `apr_…` */
  id: string
  orgId: string
  /** null when the request names no realm and its credential is locked to none. */
  realmId: string | null
  /** The credential that asked. */
  credential: Principal['credential']
  credentialId: string
  /** The builder behind the credential, who does not approve. */
  builderId: string
  /** The first action that needs approvals, and its resource. */
  action: string
  resource: string
  /** What the route says that it does. */
  summary: string
  /** The path of its operation; null when it makes none, or several. */
  operationPath: string | null
  /** How many people have to approve. */
  needed: number
  status: ApprovalStatus
  /** The refusal, when it failed. */
  code: string | null
  message: string | null
  createdAt: Micros
  expiresAt: Micros
  endedAt: Micros | null
}

export type Decision = 'approve' | 'deny'

/** What one builder has decided. */
export interface GivenDecision {
  approvalId: string
  builderId: string
  decision: Decision
  decidedAt: Micros
}

const ID = /^apr_[0-9a-z]{26}$/

export function isApprovalId(text: string): boolean {
  return ID.test(text)
}

/** The status at a moment, also before the sweep has noted the end. */
export function statusAt(
  { status, expiresAt }: Pick<Approval, 'status' | 'expiresAt'>,
  now: Micros
): ApprovalStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status
}

/**
 * What a decision makes of a request.
 *
 * @param given the builders who have approved it and are still in the organization
 * @returns null when it changes nothing: it is decided, has expired, or may not be decided so
 */
export function decided(
  approval: Pick<Approval, 'status' | 'expiresAt' | 'builderId' | 'needed'>,
  { by, decision, given, now }: { by: string; decision: Decision; given: string[]; now: Micros }
): 'pending' | 'approved' | 'denied' | null {
  if (statusAt(approval, now) !== 'pending') return null
  // Also the maker of the credential may stop what it asks for.
  if (decision === 'deny') return 'denied'
  if (by === approval.builderId || given.includes(by)) return null
  return given.length + 1 >= approval.needed ? 'approved' : 'pending'
}

/** When a request stops waiting. It never outlives the scoped token that asked. */
export function expiryOf(
  { expiresAtMs }: Pick<Principal, 'expiresAtMs'>,
  now: Micros,
  lifetimeSeconds: number
): Micros {
  const latest = now + lifetimeSeconds * 1_000_000
  return expiresAtMs === null ? latest : Math.min(latest, expiresAtMs * 1000)
}

/** The identity of a request that waits: the same one finds what was kept before. */
export function openKeyOf(
  { orgId, credential, credentialId }: Pick<Principal, 'orgId' | 'credential' | 'credentialId'>,
  route: string,
  realmId: string | null,
  name: string
): string {
  return sha256([orgId, credential, credentialId, route, realmId, name])
}

/** The identity of the inputs of a request. */
export function requestHashOf(method: string, target: string, body: string | null): string {
  return sha256([method, target, body])
}

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
