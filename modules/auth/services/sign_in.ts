import { Clock } from '#app/clock/clock'
import type { RequestOrigin } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { OWNER, type Builder } from '../core/builder.ts'
import type { Identity } from '../core/identity.ts'
import { AuditLog } from './audit_log.ts'
import {
  refreshTokenExpiry,
  type AccessGrant,
  IssueSession,
  type Session,
} from './issue_session.ts'
import { OpenSessions } from './open_sessions.ts'
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
    const builder = await this.#builder(await this.verifyIdToken.run(idToken), orgName)
    await this.issueSession.prepare()
    const { familyId, refreshToken } = await this.database.transaction((sql) =>
      this.#open(sql, builder, origin)
    )
    return this.issueSession.run(builder, familyId, refreshToken)
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
    const builder = await this.#builder(session, orgName)
    await this.issueSession.prepare()
    const details = { browser: true, sessionId: session.id }
    await this.database.transaction((sql) => this.#record(sql, builder, details, origin))
    return this.issueSession.access(builder, session.id)
  }

  async #open(sql: SqlSession, builder: Builder, origin: RequestOrigin) {
    const familyId = newId('rtf')
    const { issuer, subject } = builder
    const expiresAt = refreshTokenExpiry(this.clock.nowMicros())
    const about = { id: familyId, kind: 'api' as const, issuer, subject, expiresAt }
    await this.openSessions.open(sql, about, origin)
    await this.#record(sql, builder, { familyId }, origin)
    const refreshToken = await this.issueSession.refreshToken(sql, builder.id, familyId)
    return { familyId, refreshToken }
  }

  async #record(
    sql: SqlSession,
    { id, orgId }: Builder,
    details: Record<string, unknown>,
    origin: RequestOrigin
  ) {
    await this.audit.record(sql, {
      eventType: 'sign_in',
      success: true,
      orgId,
      realmId: null,
      actor: { type: 'builder', id },
      credential: 'builder',
      credentialId: id,
      details,
      origin,
    })
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
    throw new ServiceError('CONFLICT', {
      message: 'Another account has this e-mail address.',
      next: 'Sign in the way that account was made, or ask the operator.',
    })
  }
}
