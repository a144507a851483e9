import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { AUTH_LIMITS } from '#modules/auth/core/limits'
import { AccessTokens } from '#modules/auth/services/access_tokens'
import { Authenticate } from '#modules/auth/services/authenticate'
import { BrowserSignIn } from '#modules/auth/services/browser_sign_in'
import { DevIdentity } from '#modules/auth/services/dev_identity'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { IssueSession } from '#modules/auth/services/issue_session'
import { AccessTokenKeys, DevIdentityKeys } from '#modules/auth/services/key_ring'
import { LogOut } from '#modules/auth/services/log_out'
import { PurgeRefreshTokens } from '#modules/auth/services/purge_refresh_tokens'
import { ReadProfile } from '#modules/auth/services/read_profile'
import { RefreshSession } from '#modules/auth/services/refresh_session'
import { SignIn } from '#modules/auth/services/sign_in'
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
  bindPeople(container)
}

function bindStores(container: Container) {
  container.singleton(
    AccountStore,
    async (resolver) => new AccountStore(await resolver.make(Database))
  )
  container.singleton(
    RefreshTokenStore,
    async (resolver) => new RefreshTokenStore(await resolver.make(Database))
  )
  container.singleton(
    TokenKeyStore,
    async (resolver) => new TokenKeyStore(await resolver.make(Database))
  )
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
      tokenLifetimeSeconds: LIMITS.accessTokenLifetimeSeconds,
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
      tokenLifetimeSeconds: AUTH_LIMITS.devIdTokenSeconds,
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
  container.singleton(
    Authenticate,
    async (resolver) =>
      new Authenticate(await resolver.make(AccessTokens), await resolver.make(Clock))
  )
  container.singleton(
    IdentityKeys,
    async (resolver) => new IdentityKeys(await resolver.make(AuthSettings))
  )
  container.singleton(
    VerifyIdToken,
    async (resolver) =>
      new VerifyIdToken(
        await resolver.make(IdentityKeys),
        await resolver.make(AuthSettings),
        await resolver.make(Clock)
      )
  )
}

function bindSessions(container: Container) {
  container.singleton(
    IssueSession,
    async (resolver) =>
      new IssueSession(
        await resolver.make(AccessTokens),
        await resolver.make(RefreshTokenStore),
        await resolver.make(Clock)
      )
  )
  container.singleton(
    SignIn,
    async (resolver) =>
      new SignIn(
        await resolver.make(VerifyIdToken),
        await resolver.make(AccountStore),
        await resolver.make(IssueSession),
        await resolver.make(Database),
        await resolver.make(Clock)
      )
  )
  container.singleton(
    RefreshSession,
    async (resolver) =>
      new RefreshSession(
        await resolver.make(RefreshTokenStore),
        await resolver.make(AccountStore),
        await resolver.make(IssueSession),
        await resolver.make(AuthSettings),
        await resolver.make(Database),
        await resolver.make(Clock)
      )
  )
  container.singleton(
    LogOut,
    async (resolver) =>
      new LogOut(
        await resolver.make(RefreshTokenStore),
        await resolver.make(Database),
        await resolver.make(Clock)
      )
  )
}

function bindPurge(container: Container) {
  container.singleton(
    PurgeRefreshTokens,
    async (resolver) =>
      new PurgeRefreshTokens(await resolver.make(RefreshTokenStore), await resolver.make(Clock))
  )
}

function bindPeople(container: Container) {
  container.singleton(
    ReadProfile,
    async (resolver) => new ReadProfile(await resolver.make(AccountStore))
  )
  container.singleton(
    BrowserSignIn,
    async (resolver) =>
      new BrowserSignIn(
        await resolver.make(VerifyIdToken),
        await resolver.make(AuthSettings),
        await resolver.make(Clock)
      )
  )
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
