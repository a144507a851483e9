import { Clock } from '#app/clock/clock'
import { BUILDER_ROLES, type Principal } from '#app/extension/principal'
import { RealmLookup } from '#app/extension/realm_lookup'
import { singleton } from '#app/extension/singleton'
import { confirmedByPerson } from '#app/extension/step_up'
import { ServiceError, notFound, roleRefused } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import type { SqlSession } from '#app/storage/database'
import type { Builder } from '../core/builder.ts'
import { OWNER, roleMay, rolesThat } from '../core/roles.ts'
import { AccountStore } from '../storage/account_store.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'
import { EndedCredentialStore, type EndedCredential } from '../storage/ended_credential_store.ts'
import { InvitationStore } from '../storage/invitation_store.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'
import { SessionStore } from '../storage/session_store.ts'
import { OpenSessions } from './open_sessions.ts'
import { usedBefore } from './redeem_step_up.ts'
import { unauthorized } from './unauthorized.ts'

/** What somebody has to do for an organization, in words that follow "nobody could" and "first". */
interface Kept {
  reach: string
  end: string
}

/**
 * The rules of who is in an organization, for the use cases that change it, each in its transaction.
 * The organization is locked first, so that of two changes the second sees what the first has left.
 */
@singleton()
export class Membership {
  constructor(
    private accounts: AccountStore,
    private invitations: InvitationStore,
    private sessions: SessionStore,
    private openSessions: OpenSessions,
    private tokens: ScopedTokenStore,
    private keys: ApiKeyStore,
    private ended: EndedCredentialStore,
    private realms: RealmLookup,
    private clock: Clock
  ) {}

  /**
   * Locks the organization of whoever asks, and reads who they are in it now: their token may be
   * older than their last role.
   *
   * @throws ServiceError UNAUTHORIZED when they have left it
   */
  async asking(sql: SqlSession, { builderId, orgId }: Principal): Promise<Builder> {
    await this.accounts.lockOrganizations(sql, [orgId])
    const asking = await this.accounts.findById(builderId, sql)
    if (asking?.orgId !== orgId) throw unauthorized('session_ended')
    return asking
  }

  /** @throws ServiceError UNAUTHORIZED, FORBIDDEN for everybody but owners */
  async managing(sql: SqlSession, principal: Principal): Promise<Builder> {
    const asking = await this.asking(sql, principal)
    if (roleMay(asking.role, 'manage')) return asking
    throw roleRefused(asking.role, rolesThat('manage'))
  }

  /** @throws ServiceError NOT_FOUND, also for a member of another organization */
  async member(sql: SqlSession, { orgId }: Principal, id: string): Promise<Builder> {
    const member = await this.accounts.lock(sql, id)
    if (member?.orgId === orgId) return member
    throw notFound('member', id, 'GET /api/v1/auth/members lists them.')
  }

  /**
   * Whoever holds an owner's token for a quarter of an hour must not be able to stay: what makes or
   * unmakes an owner is confirmed by an owner in a browser.
   *
   * @throws StepUpRequired
   */
  async confirm(sql: SqlSession, principal: Principal, action: string, email: string) {
    const need = { realmId: null, action, resources: [email], valueAtRisk: null }
    if (!(await confirmedByPerson(principal, need).claim(sql))) throw usedBefore()
  }

  /** @throws ServiceError CONFLICT when nobody else in the organization is an owner */
  async requireOtherOwner(sql: SqlSession, member: Builder): Promise<void> {
    if (member.role !== OWNER) return
    const others = await this.accounts.othersThan(member, { roles: [OWNER], max: 1 }, sql)
    if (others > 0) return
    throw new ServiceError('CONFLICT', {
      message: `${member.email} is the last owner of ${member.orgName}.`,
      next: 'Make another member an owner first: PATCH /api/v1/auth/members/:id.',
    })
  }

  /**
   * Whoever leaves an organization alone would leave it to nobody, and an API key that goes on could
   * open realms that no person reaches.
   *
   * @throws ServiceError CONFLICT for the last owner, and for the only member where there are realms
   *   or keys that could open one
   */
  async requireLeavable(sql: SqlSession, member: Builder): Promise<void> {
    if ((await this.membersBesides(sql, member)) > 0) return this.requireOtherOwner(sql, member)
    const kept = await this.keptBy(sql, member.orgId)
    if (kept === null) return
    throw new ServiceError('CONFLICT', {
      message: `You are the only member of ${member.orgName}, and nobody could ${kept.reach} any more.`,
      next: `Invite another owner into it or ${kept.end} first, or sign in with another address.`,
    })
  }

  /** How many other members the organization of this one has, counted up to one. */
  membersBesides(sql: SqlSession, member: Builder): Promise<number> {
    return this.accounts.othersThan(member, { roles: BUILDER_ROLES, max: 1 }, sql)
  }

  /**
   * What an organization has that must not be left to nobody: a key that could open realms, or
   * realms.
   *
   * @returns null when it has neither
   */
  async keptBy(sql: SqlSession, orgId: string): Promise<Kept | null> {
    // Keys come first: a realm that one has just opened is then seen.
    const key = await this.keys.unlockedOf(sql, orgId)
    if (key) return { reach: `revoke its API key ${key.id}`, end: 'revoke its API keys' }
    if (!(await this.realms.hasRealms(orgId))) return null
    return { reach: 'reach its realms', end: 'delete its realms' }
  }

  /** Makes an organization for somebody who leaves one and enters no other. */
  async ownOrganization(sql: SqlSession, { email }: Pick<Builder, 'email'>): Promise<string> {
    const id = newId('org')
    await this.accounts.addOrganization(sql, { id, name: email }, this.clock.nowMicros())
    return id
  }

  /** @returns what to pass to `KnownEndings.add` once the transaction is committed */
  async move(
    sql: SqlSession,
    member: Builder,
    to: Pick<Builder, 'orgId' | 'role'>
  ): Promise<EndedCredential[]> {
    await this.accounts.move(sql, member.id, to)
    return this.endHeld(sql, member)
  }

  /**
   * Ends what a member holds of the organization: sessions, because their access tokens name it and
   * the role, scoped tokens that they minted, invitations that they sent. API keys are the
   * organization's, and stay.
   *
   * @returns what to pass to `KnownEndings.add` once the transaction is committed
   */
  async endHeld(sql: SqlSession, member: Builder): Promise<EndedCredential[]> {
    const now = this.clock.nowMicros()
    const { id, orgId } = member
    await this.invitations.revokeAll(sql, { orgId, invitedBy: id }, now)
    const minted = await this.tokens.lockMintedBy(sql, [id], now)
    await this.tokens.markRevoked(sql, minted, now)
    if (minted.length > 0) await this.ended.add(sql, minted)
    const sessions: EndedCredential[] = []
    for (const session of await this.sessions.lockOpen(sql, member)) {
      sessions.push(await this.openSessions.end(sql, session))
    }
    return [...minted, ...sessions]
  }
}
