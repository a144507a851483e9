import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { builderAuditEntry } from '../core/audit_entry.ts'
import type { Builder } from '../core/builder.ts'
import type { Identity } from '../core/identity.ts'
import { invitationStatus, type Invitation } from '../core/invitation.ts'
import { AccountStore } from '../storage/account_store.ts'
import type { EndedCredential } from '../storage/ended_credential_store.ts'
import { InvitationStore } from '../storage/invitation_store.ts'
import { AuditLog } from './audit_log.ts'
import { addressTaken } from './address_taken.ts'
import { invitationHash } from './invitation_secret.ts'
import { KnownEndings } from './known_endings.ts'
import { Membership } from './membership.ts'

/** Who has come by an invitation. */
type Person = Pick<Identity, 'issuer' | 'subject' | 'email'>

/**
 * Lets a person into the organization that has invited them. It takes the secret and a sign-in with
 * the address that was invited: neither alone is enough.
 */
@singleton()
export class AcceptInvitation {
  constructor(
    private accounts: AccountStore,
    private invitations: InvitationStore,
    private membership: Membership,
    private known: KnownEndings,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** The invitation of a secret, as long as this person can accept it, or has; null otherwise. */
  async find({ email }: Pick<Person, 'email'>, secret: string): Promise<Invitation | null> {
    const hash = invitationHash(secret)
    const found = hash && (await this.invitations.bySecret(hash))
    if (found === null || found.email !== email) return null
    const status = invitationStatus(found, this.clock.nowMicros())
    return status === 'pending' || status === 'accepted' ? found : null
  }

  /** The name of the organization that an invitation leads into. */
  async organizationOf({ orgId }: Invitation): Promise<string> {
    return (await this.accounts.organizationName(orgId)) ?? ''
  }

  /** The address of whoever has invited. */
  async inviterOf({ invitedBy }: Invitation): Promise<string> {
    return (await this.accounts.findById(invitedBy))?.email ?? 'somebody who has left'
  }

  /**
   * Whoever was in another organization leaves it, with the sessions and tokens that they held there.
   * The same person may accept again what they have accepted, when its answer was lost.
   *
   * @throws ServiceError NOT_FOUND for a secret that is unknown, used, revoked or expired, and for
   *   the invitation of another address; CONFLICT for the last owner of another organization
   */
  async run(person: Person, secret: string, origin: RequestOrigin): Promise<Builder> {
    const found = await this.find(person, secret)
    if (found === null) throw notInvited()
    const { builder, ended } = await this.database.transaction((sql) =>
      this.#accept(sql, found, person, origin)
    )
    this.known.add(ended)
    return builder
  }

  async #accept(sql: SqlSession, found: Invitation, person: Person, origin: RequestOrigin) {
    const { id, orgId, role } = found
    const before = await this.#locked(sql, found, person)
    const invitation = await this.invitations.lock(sql, id)
    if (before?.orgId === orgId && invitation?.acceptedBy === before.id) {
      return { builder: before, ended: [] }
    }
    const now = this.clock.nowMicros()
    if (!invitation || invitationStatus(invitation, now) !== 'pending') throw notInvited()
    let ended: EndedCredential[] = []
    const builderId = before?.id ?? newId('bld')
    if (before === null) {
      const newcomer = { ...person, id: builderId, orgId, orgName: '', role }
      if (!(await this.accounts.add(sql, newcomer, now))) throw addressTaken()
    } else {
      await this.#requireNew(sql, before, orgId)
      await this.#record(sql, 'member_left', before, { builderId, to: orgId }, origin)
      ended = await this.membership.move(sql, before, { orgId, role })
    }
    await this.invitations.markAccepted(sql, id, builderId, now)
    const details = { builderId, email: person.email, role, invitationId: id }
    await this.#record(sql, 'member_joined', { id: builderId, orgId }, details, origin)
    return { builder: (await this.accounts.findById(builderId, sql))!, ended }
  }

  /** Locks both organizations, then the builder, in the order in which everybody does. */
  async #locked(
    sql: SqlSession,
    { orgId }: Invitation,
    { issuer, subject }: Person
  ): Promise<Builder | null> {
    const seen = await this.accounts.findByIdentity(issuer, subject, sql)
    await this.accounts.lockOrganizations(sql, [orgId, ...(seen ? [seen.orgId] : [])])
    // Somebody new may have accepted in another window meanwhile.
    const found = seen ?? (await this.accounts.findByIdentity(issuer, subject, sql))
    const builder = found && (await this.accounts.lock(sql, found.id))
    if (builder === null || builder.orgId === (seen?.orgId ?? orgId)) return builder
    throw new ServiceError('CONFLICT', {
      message: 'You were moved to another organization at this moment.',
      next: 'Look at GET /api/v1/auth/me, and accept again if you still want to.',
    })
  }

  async #requireNew(sql: SqlSession, before: Builder, orgId: string): Promise<void> {
    if (before.orgId !== orgId) return this.membership.requireLeavable(sql, before)
    throw new ServiceError('CONFLICT', {
      message: `You are a member of ${before.orgName} already.`,
      next: 'An owner gives another role with PATCH /api/v1/auth/members/:id.',
    })
  }

  async #record(
    sql: SqlSession,
    eventType: 'member_joined' | 'member_left',
    builder: Pick<Builder, 'id' | 'orgId'>,
    details: Record<string, unknown>,
    origin: RequestOrigin
  ): Promise<void> {
    await this.audit.record(sql, builderAuditEntry(builder, { eventType, details }, origin))
  }
}

/** One answer for all of them: whoever finds a secret learns nothing of the person it was for. */
function notInvited(): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message:
      'There is no open invitation with this secret for the address that you signed in with: it is unknown, used, revoked or expired, or for another address.',
    next: 'Sign in with the address that was invited, or ask an owner of the organization for another invitation.',
  })
}
