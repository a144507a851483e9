import { sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import type { Builder } from '../core/builder.ts'
import type { SignedInSession } from '../core/session.ts'
import type { AccessGrant, Session } from '../services/issue_session.ts'
import type { AuditRow } from '../storage/audit_store.ts'

export function presentBuilder({ id, email, orgName, orgId, role }: Builder) {
  return { id, email, orgName, orgId, role }
}

export function presentAuditEntry(row: AuditRow) {
  return {
    id: row.id,
    eventType: row.event_type,
    success: row.success === 1,
    realmId: row.realm_id,
    actorType: row.actor_type,
    actorId: row.actor_id,
    credential: row.credential,
    credentialId: row.credential_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    requestId: row.request_id,
    address: row.ip,
    createdAt: sqlToRfc3339(row.created_at),
  }
}

/** @param current the session the request was sent in */
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
