import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { OWNER } from '../core/roles.ts'
import { AuditLog } from './audit_log.ts'
import { KnownEndings } from './known_endings.ts'
import { Membership } from './membership.ts'

/** Removes a member from an organization: an owner anybody, and everybody themselves. */
@singleton()
export class RemoveMember {
  constructor(
    private membership: Membership,
    private known: KnownEndings,
    private audit: AuditLog,
    private database: Database
  ) {}

  /**
   * The person keeps their account, in a new organization of their own.
   *
   * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT for the last owner, STEP_UP_REQUIRED for an
   *   owner
   */
  async run(principal: Principal, id: string): Promise<void> {
    const ended = await this.database.transaction((sql) => this.#remove(sql, principal, id))
    this.known.add(ended)
  }

  async #remove(sql: SqlSession, principal: Principal, id: string) {
    const isOwn = id === principal.builderId
    await (isOwn
      ? this.membership.asking(sql, principal)
      : this.membership.managing(sql, principal))
    const member = await this.membership.member(sql, principal, id)
    await this.membership.requireOtherOwner(sql, member)
    const { email, role } = member
    if (role === OWNER) await this.membership.confirm(sql, principal, 'svc:RemoveOwner', email)
    const orgId = await this.membership.ownOrganization(sql, member)
    const details = { builderId: id, email, role }
    await this.audit.record(sql, auditEntry(principal, { eventType: 'member_left', details }))
    return this.membership.move(sql, member, { orgId, role: OWNER })
  }
}
