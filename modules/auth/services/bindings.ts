import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { AccessTokens } from './access_tokens.ts'
import { Authenticate } from './authenticate.ts'
import { bindAudit } from './audit_bindings.ts'
import { AuditLog } from './audit_log.ts'
import { BrowserSessions } from './browser_sessions.ts'
import { BrowserSignIn } from './browser_sign_in.ts'
import { bindCredentials } from './credential_bindings.ts'
import { DevIdentity } from './dev_identity.ts'
import { EndSession } from './end_session.ts'
import { IdentityKeys } from './identity_keys.ts'
import { IssueSession } from './issue_session.ts'
import { AccessTokenKeys, DevIdentityKeys } from './key_ring.ts'
import { KnownEndings } from './known_endings.ts'
import { KnownKeys } from './known_keys.ts'
import { ListSessions } from './list_sessions.ts'
import { LogOut } from './log_out.ts'
import { OpenSessions } from './open_sessions.ts'
import { PurgeCredentials } from './purge_credentials.ts'
import { PurgeRefreshTokens } from './purge_refresh_tokens.ts'
import { ReadProfile } from './read_profile.ts'
import { RefreshSession } from './refresh_session.ts'
import { RedeemStepUp } from './redeem_step_up.ts'
import { SignIn } from './sign_in.ts'
import { bindSigning } from './signing_bindings.ts'
import { bindStepUps } from './step_up_bindings.ts'
import { VerifyIdToken } from './verify_id_token.ts'
import { AuthSettings, type AuthConfig } from '../settings.ts'
import { AccountStore } from '../storage/account_store.ts'
import { EndedCredentialStore } from '../storage/ended_credential_store.ts'
import { RefreshTokenStore } from '../storage/refresh_token_store.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'
import { SessionStore } from '../storage/session_store.ts'
import { TokenKeyStore } from '../storage/token_key_store.ts'

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
