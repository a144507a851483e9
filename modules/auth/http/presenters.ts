import { toRfc3339 } from '#app/clock/timestamp'
import type { Builder } from '#modules/auth/core/builder'
import type { Session } from '#modules/auth/services/issue_session'

export function presentBuilder({ id, email, orgName, orgId, role }: Builder) {
  return { id, email, orgName, orgId, role }
}

export function presentTokens({ token, refreshToken, expiresAt }: Session) {
  return { token, refreshToken, expiresAt: toRfc3339(expiresAt) }
}

export function presentSession(session: Session) {
  return { ...presentTokens(session), builder: presentBuilder(session.builder) }
}
