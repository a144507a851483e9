import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { ServiceModule } from '#app/extension/module'
import { ModuleHost } from '#app/extension/module_host'
import { assertAuthLimits } from './limits.ts'
import { AUTH_ACTIONS } from './actions.ts'
import { AUTH_ERRORS } from './errors.ts'
import { identityProviderHealth, signingKeyHealth } from './health.ts'
import { CredentialAccess } from './http/access_control.ts'
import { auditPurge } from './jobs/audit_purge.ts'
import { auditSealing } from './jobs/audit_sealing.ts'
import { expiryPurges } from './jobs/expiry_purges.ts'
import { signingKeyActivation } from './jobs/signing_key_activation.ts'
import { DeniedRequests } from './services/denied_requests.ts'
import { IdentityKeys } from './services/identity_keys.ts'
import { AccessTokenKeys } from './services/key_ring.ts'
import { authPreflight } from './preflight.ts'
import { AuthSettings, type AuthConfig } from './settings.ts'
import { AUTH_GLOSSARY } from './http/glossary.ts'

const DESCRIPTION = `Sign-in, credentials, and the browser sessions of operators.

Every request may be signed with a registered Ed25519 key. Headers: \`X-Service-Key-Id\` (fingerprint of
the key), \`X-Service-Timestamp\` (Unix seconds) and \`X-Service-Signature\`: base64 of the signature over
\`service-operation-v1\`, the canonical JSON body (RFC 8785; \`{}\` without a body) and the timestamp,
joined by line feeds. One signature serves one request, the first that comes with it: a repeat of the same
request answers as before when it names its operation \`path\`, and anything else is refused. So sign with
another timestamp when two requests have the same body, or none. A signed movement needs \`path\`.`

/** Loads auth: who calls, how they signed in, and what they may do. */
export default class AuthProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(AuthSettings, () => new AuthSettings(config.get<AuthConfig>('auth')))
    container.singleton(AccessControl, (resolver) => resolver.make(CredentialAccess))
  }

  async boot() {
    assertAuthLimits()
    const host = await this.app.container.make(ModuleHost)
    host.add(this.#module(await this.app.container.make(Clock)))
  }

  /** Wrong settings stop the service here, and not at the first sign-in. Commands need none. */
  async start() {
    if (this.app.getEnvironment() === 'console') return
    await this.app.container.make(IdentityKeys)
  }

  /** This process holds counts of denied requests: they are written before it ends. */
  async shutdown() {
    const { container } = this.app
    if (container.hasBinding(DeniedRequests)) await (await container.make(DeniedRequests)).stop()
  }

  #module(clock: Clock): ServiceModule {
    const { container } = this.app
    const config = this.app.config.get<AuthConfig>('auth')
    return {
      name: 'auth',
      title: 'Authentication',
      glossary: AUTH_GLOSSARY,
      description: DESCRIPTION,
      migrations: 'modules/auth/storage/migrations',
      routes: async (router) => {
        const { mountRoutes } = await import('./http/routes.ts')
        mountRoutes(router, { development: !config.production })
      },
      actions: AUTH_ACTIONS,
      errors: AUTH_ERRORS,
      jobs: [...expiryPurges, auditSealing, auditPurge, signingKeyActivation],
      preflightChecks: authPreflight(config, {
        clock,
        keys: () => container.make(AccessTokenKeys),
      }),
      healthChecks: [
        signingKeyHealth(() => container.make(AccessTokenKeys)),
        identityProviderHealth(() => container.make(IdentityKeys)),
      ],
    }
  }
}
