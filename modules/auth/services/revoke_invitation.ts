import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { InvitationStore } from '../storage/invitation_store.ts'
import { AuditLog } from './audit_log.ts'
import { Membership } from './membership.ts'

/** Takes an invitation back, so that its secret accepts nothing any more. */
@singleton()
export class RevokeInvitation {
  constructor(
    private membership: Membership,
    private invitations: InvitationStore,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * A second call is no error, nor is one after its expiry: an owner who is unsure must be able to
   * make sure.
   *
   * @throws ServiceError FORBIDDEN for everybody but owners, NOT_FOUND, CONFLICT when it was accepted
   */
  async run(principal: Principal, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { orgId } = await this.membership.managing(sql, principal)
      const invitation = await this.invitations.lock(sql, id)
      if (invitation?.orgId !== orgId) {
        throw notFound('invitation', id, 'GET /api/v1/auth/invitations lists them.')
      }
      const { email, acceptedAt, revokedAt } = invitation
      if (acceptedAt !== null) {
        throw new ServiceError('CONFLICT', {
          message: `${email} has accepted the invitation and is a member.`,
          next: 'DELETE /api/v1/auth/members/:id removes a member.',
        })
      }
      if (revokedAt !== null) return
      await this.invitations.markRevoked(sql, id, this.clock.nowMicros())
      const details = { invitationId: id, email }
      const facts = { eventType: 'invitation_revoked', details } as const
      await this.audit.record(sql, auditEntry(principal, facts))
    })
  }
}
