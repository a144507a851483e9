import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { AccessTokens } from '#modules/auth/services/access_tokens'
import { Authenticate } from '#modules/auth/services/authenticate'
import { bindAudit } from '#modules/auth/services/audit_bindings'
import { AuditLog } from '#modules/auth/services/audit_log'
import { BrowserSignIn } from '#modules/auth/services/browser_sign_in'
import { bindCredentials } from '#modules/auth/services/credential_bindings'
import { DevIdentity } from '#modules/auth/services/dev_identity'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { IssueSession } from '#modules/auth/services/issue_session'
import { AccessTokenKeys, DevIdentityKeys } from '#modules/auth/services/key_ring'
import { KnownKeys } from '#modules/auth/services/known_keys'
import { LogOut } from '#modules/auth/services/log_out'
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
import { RefreshTokenStore } from '#modules/auth/storage/refresh_token_store'
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
  bind(container, Authenticate, AccessTokens, KnownKeys, RedeemStepUp, Clock)
  bind(container, IdentityKeys, AuthSettings)
  bind(container, VerifyIdToken, IdentityKeys, AuthSettings, Clock)
}

function bindSessions(container: Container) {
  bind(container, IssueSession, AccessTokens, RefreshTokenStore, Clock)
  bind(container, SignIn, VerifyIdToken, AccountStore, IssueSession, AuditLog, Database, Clock)
  bind(
    container,
    RefreshSession,
    RefreshTokenStore,
    AccountStore,
    IssueSession,
    AuthSettings,
    AuditLog,
    Database,
    Clock
  )
  bind(container, LogOut, RefreshTokenStore, Database, Clock)
}

function bindPurge(container: Container) {
  bind(container, PurgeRefreshTokens, RefreshTokenStore, Clock)
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
