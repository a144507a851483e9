import type { Actor, Principal, RequestOrigin } from '#app/extension/principal'
import { AUTH_LIMITS } from '../limits.ts'

/** What the credential audit log records. */
export const AUDIT_EVENTS = [
  'sign_in',
  'token_refreshed',
  'session_ended',
  'member_invited',
  'invitation_revoked',
  'member_joined',
  'member_role_changed',
  'member_left',
  'token_minted',
  'token_revoked',
  'api_key_created',
  'api_key_revoked',
  'api_key_adopted',
  'signing_key_registered',
  'signing_key_revoked',
  'permission_denied',
  'step_up_approved',
  'approval_requested',
  'approval_given',
  'approval_denied',
  'approval_expired',
  'approval_executed',
  'realm_created',
  'realm_deleted',
  'realm_settings_changed',
  'books_imported',
  'recovery_key_requested',
  'recovery_key_registered',
  'time_lock_requested',
  'arming_requested',
  'key_accepted',
  'key_cancel_requested',
  'cosigner_change_proposed',
  'inheritance_requested',
  'rescue_proposed',
  'halt_set',
  'halt_lifted',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'webhook_disabled',
  'schedule_created',
  'schedule_paused',
  'schedule_resumed',
  'schedule_deleted',
  'monitor_created',
  'monitor_deleted',
  'reconciliation_created',
  'reconciliation_cancelled',
  'reconciliation_deleted',
] as const

/** The kinds of credentials that acted. A refresh token is named by the id of its family. */
export const AUDIT_CREDENTIALS = [
  'builder',
  'api_key',
  'scoped_token',
  'refresh_token',
  'system',
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/** Small facts by name: ids, names and reasons; never a token, a key's secret or a signature. */
export type AuditDetails = Record<string, unknown>

/** One entry to write. The log gives it its id and time. */
export interface AuditEntry {
  eventType: AuditEvent
  success: boolean
  orgId: string
  /** The realm that the entry concerns; null for the organization as a whole. */
  realmId: string | null
  actor: Actor
  credential: (typeof AUDIT_CREDENTIALS)[number]
  credentialId: string
  details: AuditDetails
  origin: RequestOrigin | null
}

export interface AuditFacts {
  eventType: AuditEvent
  /** Default true. */
  success?: boolean
  /** Default: the realm the credential is locked to. */
  realmId?: string | null
  details?: AuditDetails
}

/** The entry about an act of a credential. */
export function auditEntry(principal: Principal, facts: AuditFacts): AuditEntry {
  const { orgId, actor, credential, credentialId, origin } = principal
  const { eventType, success = true, realmId = principal.realmId, details = {} } = facts
  return {
    eventType,
    success,
    orgId,
    realmId,
    actor,
    credential,
    credentialId,
    details,
    origin: origin ?? null,
  }
}

/** The entry about what a builder did by their sign-in, before there is a principal, or on a page. */
export function builderAuditEntry(
  { id, orgId }: { id: string; orgId: string },
  { eventType, success = true, realmId = null, details = {} }: AuditFacts,
  origin: RequestOrigin
): AuditEntry {
  const actor = { type: 'builder', id } as const
  const who = { actor, credential: actor.type, credentialId: id }
  return { ...who, eventType, success, orgId, realmId, details, origin }
}

/** The entry about an act of the service itself; `by` names the part of the service. */
export function systemAuditEntry(
  by: string,
  orgId: string,
  { eventType, success = true, realmId = null, details = {} }: AuditFacts
): AuditEntry {
  const actor = { type: 'system', id: by } as const
  const who = { actor, credential: actor.type, credentialId: by }
  return { ...who, eventType, success, orgId, realmId, details, origin: null }
}

/**
 * Details as JSON of bounded size. Callers choose some of the text in them (names, paths), and an
 * entry must never fail or grow because of that.
 */
export function auditDetailsText(details: AuditDetails): string {
  const bounded = JSON.stringify(shortened(details))
  if (Buffer.byteLength(bounded) <= AUTH_LIMITS.auditDetailsBytes) return bounded
  const short = Object.entries(details).filter(([, part]) => typeof part !== 'object')
  const partial = JSON.stringify({
    ...(shortened(Object.fromEntries(short)) as object),
    truncated: true,
  })
  if (Buffer.byteLength(partial) <= AUTH_LIMITS.auditDetailsBytes) return partial
  return JSON.stringify({ truncated: true })
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const { auditTextLength: max } = AUTH_LIMITS
    return value.length > max ? `${value.slice(0, max)}…` : value
  }
  if (Array.isArray(value)) return value.slice(0, AUTH_LIMITS.auditListLength).map(shortened)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]))
}
