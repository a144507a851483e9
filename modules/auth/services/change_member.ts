import type { BuilderRole, Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { isLess, OWNER } from '../core/roles.ts'
import { AccountStore, type Member } from '../storage/account_store.ts'
import { AuditLog } from './audit_log.ts'
import { KnownEndings } from './known_endings.ts'
import { Membership } from './membership.ts'

/** Gives a member of an organization another role. */
@singleton()
export class ChangeMember {
  constructor(
    private membership: Membership,
    private accounts: AccountStore,
    private known: KnownEndings,
    private audit: AuditLog,
    private database: Database
  ) {}

  /**
   * A role that is less ends what the member holds; one that is more counts from the next access
   * token on.
   *
   * @throws ServiceError FORBIDDEN for everybody but owners, NOT_FOUND, CONFLICT for the last owner,
   *   STEP_UP_REQUIRED where somebody becomes an owner, or was one
   */
  async run(principal: Principal, id: string, role: BuilderRole): Promise<Member> {
    const { member, ended } = await this.database.transaction(async (sql) => {
      const held = await this.#change(sql, principal, id, role)
      return { member: (await this.accounts.member(sql, id))!, ended: held }
    })
    this.known.add(ended)
    return member
  }

  async #change(sql: SqlSession, principal: Principal, id: string, role: BuilderRole) {
    await this.membership.managing(sql, principal)
    const member = await this.membership.member(sql, principal, id)
    const { email, role: from } = member
    if (from === role) return []
    await this.membership.requireOtherOwner(sql, member)
    if (from === OWNER || role === OWNER) {
      await this.membership.confirm(sql, principal, 'svc:ChangeOwner', email)
    }
    await this.accounts.setRole(sql, id, role)
    const details = { builderId: id, email, from, to: role }
    const facts = { eventType: 'member_role_changed', details } as const
    await this.audit.record(sql, auditEntry(principal, facts))
    return isLess(role, from) ? this.membership.endHeld(sql, member) : []
  }
}
