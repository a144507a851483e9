import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { ServiceModule } from '#app/extension/module'
import { ModuleHost } from '#app/extension/module_host'
import { AUTH_ERRORS } from '#modules/auth/errors'
import { identityProviderHealth, signingKeyHealth } from '#modules/auth/health'
import { CredentialAccess } from '#modules/auth/http/access_control'
import { BrowserCookies } from '#modules/auth/http/browser_cookies'
import { refreshTokenPurge } from '#modules/auth/jobs/refresh_token_purge'
import { Authenticate } from '#modules/auth/services/authenticate'
import { bindServices } from '#modules/auth/services/bindings'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { AccessTokenKeys } from '#modules/auth/services/key_ring'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'

/** Loads auth: who is calling, how they signed in, and what they may do. */
export default class AuthProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindServices(this.app)
    this.#bindAccess()
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add(this.#module())
  }

  /** Wrong settings stop the service here, and not at the first sign-in. Commands need none. */
  async start() {
    if (this.app.getEnvironment() !== 'console') await this.app.container.make(AuthSettings)
  }

  #bindAccess() {
    const { container } = this.app
    container.singleton(BrowserCookies, async (resolver) => {
      return new BrowserCookies(await resolver.make(AuthSettings), await resolver.make(Clock))
    })
    container.singleton(AccessControl, async (resolver) => {
      return new CredentialAccess(
        await resolver.make(Authenticate),
        await resolver.make(BrowserCookies),
        await resolver.make(AuthSettings)
      )
    })
  }

  #module(): ServiceModule {
    const { container } = this.app
    const { production } = this.app.config.get<AuthConfig>('auth')
    return {
      name: 'auth',
      title: 'Authentication',
      description: 'Sign-in, access tokens, and the browser sessions of operators.',
      migrations: 'modules/auth/storage/migrations',
      routes: async (router) => {
        const { mountRoutes } = await import('#modules/auth/http/routes')
        mountRoutes(router, { development: !production })
      },
      errors: AUTH_ERRORS,
      jobs: [refreshTokenPurge],
      healthChecks: [
        signingKeyHealth(() => container.make(AccessTokenKeys)),
        identityProviderHealth(() => container.make(IdentityKeys)),
      ],
    }
  }
}
