import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { AccessTokens } from '#modules/auth/services/access_tokens'
import { Authenticate } from '#modules/auth/services/authenticate'
import { bindAudit } from '#modules/auth/services/audit_bindings'
import { AuditLog } from '#modules/auth/services/audit_log'
import { BrowserSessions } from '#modules/auth/services/browser_sessions'
import { BrowserSignIn } from '#modules/auth/services/browser_sign_in'
import { bindCredentials } from '#modules/auth/services/credential_bindings'
import { DevIdentity } from '#modules/auth/services/dev_identity'
import { EndSession } from '#modules/auth/services/end_session'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { IssueSession } from '#modules/auth/services/issue_session'
import { AccessTokenKeys, DevIdentityKeys } from '#modules/auth/services/key_ring'
import { KnownEndings } from '#modules/auth/services/known_endings'
import { KnownKeys } from '#modules/auth/services/known_keys'
import { ListSessions } from '#modules/auth/services/list_sessions'
import { LogOut } from '#modules/auth/services/log_out'
import { OpenSessions } from '#modules/auth/services/open_sessions'
import { PurgeCredentials } from '#modules/auth/services/purge_credentials'
import { PurgeRefreshTokens } from '#modules/auth/services/purge_refresh_tokens'
import { ReadProfile } from '#modules/auth/services/read_profile'
import { RefreshSession } from '#modules/auth/services/refresh_session'
import { RedeemStepUp } from '#modules/auth/services/redeem_step_up'
import { SignIn } from '#modules/auth/services/sign_in'
import { bindSigning } from '#modules/auth/services/signing_bindings'
import { bindStepUps } from '#modules/auth/services/step_up_bindings'
import { VerifyIdToken } from '#modules/auth/services/verify_id_token'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'
import { AccountStore } from '#modules/auth/storage/account_store'
import { EndedCredentialStore } from '#modules/auth/storage/ended_credential_store'
import { RefreshTokenStore } from '#modules/auth/storage/refresh_token_store'
import { ScopedTokenStore } from '#modules/auth/storage/scoped_token_store'
import { SessionStore } from '#modules/auth/storage/session_store'
import { TokenKeyStore } from '#modules/auth/storage/token_key_store'

type Container = ApplicationService['container']

/** Every store and use case of sign-in, each once per process. */
export function bindServices(app: ApplicationService) {
  const { container } = app
  container.singleton(AuthSettings, () => new AuthSettings(app.config.get<AuthConfig>('auth')))
  bindStores(container)
  bindKeys(container)
  bindTokens(container)
  bindSessions(container)
  bindPurge(container)
  bindAudit(container)
  bindCredentials(container)
  bindSigning(container)
  bindStepUps(container)
  bindPeople(container)
}

function bindStores(container: Container) {
  bind(container, AccountStore, Database)
  bind(container, RefreshTokenStore, Database)
  bind(container, SessionStore, Database)
  bind(container, EndedCredentialStore, Database)
  bind(container, KnownEndings, EndedCredentialStore, Clock)
  bind(container, TokenKeyStore, Database)
}

function bindKeys(container: Container) {
  container.singleton(AccessTokenKeys, async (resolver) => {
    const [rows, box, clock] = await Promise.all([
      resolver.make(TokenKeyStore),
      resolver.make('encryption'),
      resolver.make(Clock),
    ])
    return new AccessTokenKeys(rows, box, clock, {
      purpose: 'access_token',
      algorithm: 'EdDSA',
      // The longest of all kinds: a retired key must count until the last scoped token has expired.
      tokenLifetimeSeconds: LIMITS.scopedTokenMinutesMax * 60,
    })
  })
  container.singleton(DevIdentityKeys, async (resolver) => {
    const [rows, box, clock] = await Promise.all([
      resolver.make(TokenKeyStore),
      resolver.make('encryption'),
      resolver.make(Clock),
    ])
    return new DevIdentityKeys(rows, box, clock, {
      purpose: 'dev_identity',
      algorithm: 'RS256',
      tokenLifetimeSeconds: LIMITS.devIdTokenSeconds,
    })
  })
}

function bindTokens(container: Container) {
  container.singleton(AccessTokens, async (resolver) => {
    const [keys, settings, clock] = await Promise.all([
      resolver.make(AccessTokenKeys),
      resolver.make(AuthSettings),
      resolver.make(Clock),
    ])
    return new AccessTokens(keys, settings, clock)
  })
  bind(container, Authenticate, AccessTokens, KnownKeys, KnownEndings, RedeemStepUp, Clock)
  bind(container, IdentityKeys, AuthSettings)
  bind(container, VerifyIdToken, IdentityKeys, AuthSettings, Clock)
}

function bindSessions(container: Container) {
  bind(container, IssueSession, AccessTokens, RefreshTokenStore, Clock)
  bind(
    container,
    OpenSessions,
    SessionStore,
    RefreshTokenStore,
    EndedCredentialStore,
    KnownEndings,
    Clock
  )
  bind(
    container,
    SignIn,
    VerifyIdToken,
    AccountStore,
    IssueSession,
    OpenSessions,
    AuditLog,
    Database,
    Clock
  )
  bind(
    container,
    RefreshSession,
    RefreshTokenStore,
    AccountStore,
    IssueSession,
    SessionStore,
    OpenSessions,
    AuthSettings,
    AuditLog,
    Database,
    Clock
  )
  bind(container, LogOut, RefreshTokenStore, SessionStore, Database, Clock)
  bind(container, ListSessions, SessionStore, AccountStore, Clock)
  bind(container, EndSession, SessionStore, OpenSessions, AccountStore, AuditLog, Database)
  bind(
    container,
    BrowserSessions,
    SessionStore,
    OpenSessions,
    KnownEndings,
    AccountStore,
    AuditLog,
    Database,
    Clock
  )
}

function bindPurge(container: Container) {
  bind(container, PurgeRefreshTokens, RefreshTokenStore, Clock)
  bind(container, PurgeCredentials, SessionStore, ScopedTokenStore, EndedCredentialStore, Clock)
}

function bindPeople(container: Container) {
  bind(container, ReadProfile, AccountStore)
  bind(container, BrowserSignIn, VerifyIdToken, AuthSettings, Clock)
  container.singleton(DevIdentity, async (resolver) => {
    const [keys, box, settings, clock] = await Promise.all([
      resolver.make(DevIdentityKeys),
      resolver.make('encryption'),
      resolver.make(AuthSettings),
      resolver.make(Clock),
    ])
    return new DevIdentity(keys, box, settings, clock)
  })
}
