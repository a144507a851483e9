import { Clock } from '#app/clock/clock'
import type { BuilderRole, Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { normalEmail } from '../core/identity.ts'
import type { Invitation } from '../core/invitation.ts'
import { OWNER } from '../core/roles.ts'
import { AUTH_LIMITS } from '../limits.ts'
import { AccountStore } from '../storage/account_store.ts'
import { InvitationStore } from '../storage/invitation_store.ts'
import { AuditLog } from './audit_log.ts'
import { invitationHash, newInvitationSecret } from './invitation_secret.ts'
import { Membership } from './membership.ts'

export interface MadeInvitation {
  invitation: Invitation
  /** Shown once; only its hash is kept. */
  secret: string
}

/** Invites somebody into the organization of an owner. */
@singleton()
export class InviteMember {
  constructor(
    private membership: Membership,
    private accounts: AccountStore,
    private invitations: InvitationStore,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * Whoever is invited again gets a new secret, and the one before counts no more.
   *
   * @throws ServiceError FORBIDDEN for everybody but owners, CONFLICT for a member and when too many
   *   invitations are open, STEP_UP_REQUIRED for a new owner
   */
  async run(
    principal: Principal,
    asked: { email: string; role: BuilderRole },
    keep: Keep<MadeInvitation> = keepNothing
  ): Promise<MadeInvitation> {
    const secret = newInvitationSecret()
    const email = normalEmail(asked.email)
    return this.database.transaction(async (sql) => {
      const invitation = await this.#invite(sql, principal, { email, role: asked.role })
      await this.invitations.add(sql, invitation, invitationHash(secret)!)
      const { id, role } = invitation
      const details = { invitationId: id, email, role }
      await this.audit.record(sql, auditEntry(principal, { eventType: 'member_invited', details }))
      await keep(sql, { invitation, secret })
      return { invitation, secret }
    })
  }

  async #invite(
    sql: SqlSession,
    principal: Principal,
    { email, role }: { email: string; role: BuilderRole }
  ): Promise<Invitation> {
    const { id: invitedBy, orgId } = await this.membership.managing(sql, principal)
    const known = await this.accounts.findByEmail(email, sql)
    if (known?.orgId === orgId) {
      throw new ServiceError('CONFLICT', {
        message: `${email} is a member of the organization already.`,
        next: 'PATCH /api/v1/auth/members/:id gives another role.',
      })
    }
    const now = this.clock.nowMicros()
    await this.invitations.revokeAll(sql, { orgId, email }, now)
    const { invitationsOpen, invitationLifetimeSeconds } = AUTH_LIMITS
    if ((await this.invitations.countPending(sql, orgId, now)) >= invitationsOpen) {
      throw new ServiceError('CONFLICT', {
        message: `${invitationsOpen} invitations of the organization are open.`,
        next: 'Revoke some with DELETE /api/v1/auth/invitations/:id, or wait until they are accepted or expire.',
      })
    }
    if (role === OWNER) await this.membership.confirm(sql, principal, 'svc:InviteOwner', email)
    return {
      id: newId('inv'),
      orgId,
      email,
      role,
      invitedBy,
      createdAt: now,
      expiresAt: now + invitationLifetimeSeconds * 1_000_000,
      acceptedAt: null,
      acceptedBy: null,
      revokedAt: null,
    }
  }
}
