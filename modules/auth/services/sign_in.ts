import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { builderAuditEntry } from '../core/audit_entry.ts'
import type { Builder } from '../core/builder.ts'
import type { Identity } from '../core/identity.ts'
import { OWNER } from '../core/roles.ts'
import { AcceptInvitation } from './accept_invitation.ts'
import { addressTaken } from './address_taken.ts'
import { AuditLog } from './audit_log.ts'
import {
  refreshTokenExpiry,
  type AccessGrant,
  IssueSession,
  type Session,
} from './issue_session.ts'
import { OpenSessions } from './open_sessions.ts'
import { unauthorized } from './unauthorized.ts'
import { VerifyIdToken } from './verify_id_token.ts'
import { AccountStore } from '../storage/account_store.ts'

/** Signs a person in by ID token; the first time also makes an account. */
@singleton()
export class SignIn {
  constructor(
    private verifyIdToken: VerifyIdToken,
    private accounts: AccountStore,
    private issueSession: IssueSession,
    private openSessions: OpenSessions,
    private acceptInvitation: AcceptInvitation,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @param orgName names the organization of a new account; an existing organization keeps its name
   * @throws ServiceError UNAUTHORIZED, new_account_requires_org, CONFLICT when another identity has
   *   the address, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async run(idToken: string, orgName: string | undefined, origin: RequestOrigin): Promise<Session> {
    return this.#open(await this.#builder(await this.verifyIdToken.run(idToken), orgName), origin)
  }

  /**
   * Signs a person in who accepts an invitation with it; the first time also makes an account.
   *
   * @throws ServiceError as `AcceptInvitation`, UNAUTHORIZED, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async invited(idToken: string, secret: string, origin: RequestOrigin): Promise<Session> {
    const person = await this.verifyIdToken.run(idToken)
    return this.#open(await this.acceptInvitation.run(person, secret, origin), origin)
  }

  /**
   * Makes an access token for a person who is signed in in a browser. It ends with the browser's
   * session, which also renews it, so there is no refresh token.
   *
   * @throws ServiceError new_account_requires_org, CONFLICT
   */
  async inBrowser(
    session: Identity & { id: string },
    orgName: string | undefined,
    origin: RequestOrigin
  ): Promise<AccessGrant> {
    const { id } = await this.#builder(session, orgName)
    await this.issueSession.prepare()
    const details = { browser: true, sessionId: session.id }
    const builder = await this.database.transaction(async (sql) => {
      const here = await this.#standing(sql, id)
      await this.#record(sql, here, details, origin)
      return here
    })
    return this.issueSession.access(builder, session.id)
  }

  async #open({ id }: Builder, origin: RequestOrigin): Promise<Session> {
    await this.issueSession.prepare()
    const familyId = newId('rtf')
    const expiresAt = refreshTokenExpiry(this.clock.nowMicros())
    const { builder, refreshToken } = await this.database.transaction(async (sql) => {
      const here = await this.#standing(sql, id)
      const { issuer, subject } = here
      const about = { id: familyId, kind: 'api' as const, issuer, subject, expiresAt }
      await this.openSessions.open(sql, about, origin)
      await this.#record(sql, here, { familyId }, origin)
      return {
        builder: here,
        refreshToken: await this.issueSession.refreshToken(sql, id, familyId),
      }
    })
    return this.issueSession.run(builder, familyId, refreshToken)
  }

  /**
   * The builder as they are now. Whoever moves them waits until this sign-in is committed, and then
   * ends its session too: no token may name the organization that they have left.
   */
  async #standing(sql: SqlSession, id: string): Promise<Builder> {
    const builder = await this.accounts.hold(sql, id)
    if (builder === null) throw unauthorized('session_ended')
    return builder
  }

  async #record(
    sql: SqlSession,
    builder: Builder,
    details: Record<string, unknown>,
    origin: RequestOrigin
  ) {
    const facts = { eventType: 'sign_in', details } as const
    await this.audit.record(sql, builderAuditEntry(builder, facts, origin))
  }

  async #builder(identity: Identity, orgName: string | undefined): Promise<Builder> {
    return (await this.#known(identity)) ?? (await this.#newcomer(identity, orgName))
  }

  async #known({ issuer, subject, email }: Identity): Promise<Builder | null> {
    const builder = await this.accounts.findByIdentity(issuer, subject)
    if (!builder || builder.email === email) return builder
    // The person has a new address. When another account has it already, the old address stays.
    return (await this.accounts.changeEmail(builder.id, email)) ? { ...builder, email } : builder
  }

  async #newcomer(identity: Identity, orgName: string | undefined): Promise<Builder> {
    if (orgName === undefined) throw new ServiceError('new_account_requires_org')
    const { issuer, subject, email } = identity
    const builder: Builder = {
      id: newId('bld'),
      orgId: newId('org'),
      orgName,
      role: OWNER,
      email,
      issuer,
      subject,
    }
    if (await this.accounts.create(builder, this.clock.nowMicros())) return builder
    // The account exists: another request of this person made it at this moment, or another
    // identity has the address.
    const existing = await this.accounts.findByIdentity(issuer, subject)
    if (existing) return existing
    throw addressTaken()
  }
}
