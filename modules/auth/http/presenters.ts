import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import type { StoredAuditEntry } from '../core/audit_chain.ts'
import type { Builder } from '../core/builder.ts'
import { invitationStatus, type Invitation } from '../core/invitation.ts'
import type { SignedInSession } from '../core/session.ts'
import type { AccessGrant, Session } from '../services/issue_session.ts'
import type { Member } from '../storage/account_store.ts'

export function presentBuilder({ id, email, orgName, orgId, role }: Builder) {
  return { id, email, orgName, orgId, role }
}

export function presentMember(
  { id, email, role, createdAt }: Member,
  { builderId }: Pick<Principal, 'builderId'>
) {
  return { id, email, role, current: id === builderId, createdAt: toRfc3339(createdAt) }
}

export function presentInvitation(invitation: Invitation, now: Micros) {
  const { id, email, role, invitedBy, acceptedAt, acceptedBy, revokedAt } = invitation
  return {
    id,
    email,
    role,
    status: invitationStatus(invitation, now),
    invitedBy,
    createdAt: toRfc3339(invitation.createdAt),
    expiresAt: toRfc3339(invitation.expiresAt),
    acceptedAt: acceptedAt === null ? null : toRfc3339(acceptedAt),
    acceptedBy,
    revokedAt: revokedAt === null ? null : toRfc3339(revokedAt),
  }
}

export function presentAuditEntry({ details, createdAt, ...entry }: StoredAuditEntry) {
  return {
    id: entry.id,
    eventType: entry.eventType,
    success: entry.success,
    realmId: entry.realmId,
    actorType: entry.actorType,
    actorId: entry.actorId,
    credential: entry.credential,
    credentialId: entry.credentialId,
    details: JSON.parse(details) as Record<string, unknown>,
    requestId: entry.requestId,
    address: entry.address,
    createdAt: toRfc3339(createdAt),
  }
}

/** @param current the session that the request was sent in */
export function presentSessionOf(session: SignedInSession, current: string | undefined) {
  const { id, kind, address, userAgent } = session
  return {
    id,
    kind,
    address,
    userAgent,
    current: id === current,
    createdAt: toRfc3339(session.createdAt),
    lastUsedAt: toRfc3339(session.lastUsedAt),
    expiresAt: toRfc3339(session.expiresAt),
  }
}

export function presentTokens({ token, refreshToken, expiresAt }: Session) {
  return { token, refreshToken, expiresAt: toRfc3339(expiresAt) }
}

export function presentAccess({ token, expiresAt, builder }: AccessGrant) {
  return { token, expiresAt: toRfc3339(expiresAt), builder: presentBuilder(builder) }
}

export function presentSession(session: Session) {
  return { ...presentTokens(session), builder: presentBuilder(session.builder) }
}
