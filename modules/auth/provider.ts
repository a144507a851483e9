import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import type { ServiceModule } from '#app/extension/module'
import { ModuleHost } from '#app/extension/module_host'
import { AUTH_ACTIONS } from '#modules/auth/actions'
import { AUTH_ERRORS } from '#modules/auth/errors'
import { identityProviderHealth, signingKeyHealth } from '#modules/auth/health'
import { CredentialAccess } from '#modules/auth/http/access_control'
import { BrowserCookies } from '#modules/auth/http/browser_cookies'
import { SignedRequests } from '#modules/auth/http/signed_requests'
import { StepUpForms } from '#modules/auth/http/step_up_forms'
import { StepUpGate } from '#modules/auth/http/step_up_gate'
import { auditPurge } from '#modules/auth/jobs/audit_purge'
import { auditSealing } from '#modules/auth/jobs/audit_sealing'
import { credentialPurge } from '#modules/auth/jobs/credential_purge'
import { refreshTokenPurge } from '#modules/auth/jobs/refresh_token_purge'
import { signatureClaimPurge } from '#modules/auth/jobs/signature_claim_purge'
import { signingKeyActivation } from '#modules/auth/jobs/signing_key_activation'
import { stepUpPurge } from '#modules/auth/jobs/step_up_purge'
import { Authenticate } from '#modules/auth/services/authenticate'
import { BrowserSessions } from '#modules/auth/services/browser_sessions'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { BindSignature } from '#modules/auth/services/bind_signature'
import { bindServices } from '#modules/auth/services/bindings'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { AccessTokenKeys } from '#modules/auth/services/key_ring'
import { OpenStepUp } from '#modules/auth/services/open_step_up'
import { VerifyRequestSignature } from '#modules/auth/services/verify_request_signature'
import { authPreflight } from '#modules/auth/preflight'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'
import { AccountStore } from '#modules/auth/storage/account_store'
import { AUTH_GLOSSARY } from '#modules/auth/http/glossary'

const DESCRIPTION = `Sign-in, credentials, and the browser sessions of operators.

Every request may be signed with a registered Ed25519 key. Headers: \`X-Service-Key-Id\` (fingerprint of
the key), \`X-Service-Timestamp\` (Unix seconds) and \`X-Service-Signature\`: base64 of the signature over
\`service-operation-v1\`, the canonical JSON body (RFC 8785; \`{}\` without a body) and the timestamp,
joined by line feeds. One signature serves one request, the first that comes with it: a repeat of the same
request answers as before when it names its operation \`path\`, and anything else is refused. So sign with
another timestamp when two requests have the same body, or none. A signed movement needs \`path\`.`

/** Loads auth: who is calling, how they signed in, and what they may do. */
export default class AuthProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindServices(this.app)
    this.#bindAccess()
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add(this.#module(await this.app.container.make(Clock)))
  }

  /** Wrong settings stop the service here, and not at the first sign-in. Commands need none. */
  async start() {
    if (this.app.getEnvironment() === 'console') return
    await this.app.container.make(IdentityKeys)
  }

  /** Counts of denied requests live in this process: they are written before it goes. */
  async shutdown() {
    const { container } = this.app
    if (container.hasBinding(DeniedRequests)) await (await container.make(DeniedRequests)).stop()
  }

  #bindAccess() {
    const { container } = this.app
    container.singleton(BrowserCookies, async (resolver) => {
      return new BrowserCookies(
        await resolver.make(AuthSettings),
        await resolver.make(BrowserSessions)
      )
    })
    container.singleton(StepUpForms, async (resolver) => {
      return new StepUpForms(await resolver.make('encryption'))
    })
    bind(container, StepUpGate, OpenStepUp, AuthSettings)
    bind(container, SignedRequests, VerifyRequestSignature, BindSignature, AuthSettings)
    container.singleton(AccessControl, async (resolver) => {
      return new CredentialAccess(
        await resolver.make(Authenticate),
        await resolver.make(BrowserCookies),
        await resolver.make(AuthSettings),
        await resolver.make(DeniedRequests),
        await resolver.make(StepUpGate),
        await resolver.make(SignedRequests),
        await resolver.make(AccountStore)
      )
    })
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
        const { mountRoutes } = await import('#modules/auth/http/routes')
        mountRoutes(router, { development: !config.production })
      },
      actions: AUTH_ACTIONS,
      errors: AUTH_ERRORS,
      jobs: [
        refreshTokenPurge,
        credentialPurge,
        auditSealing,
        auditPurge,
        stepUpPurge,
        signatureClaimPurge,
        signingKeyActivation,
      ],
      preflightChecks: authPreflight(config, clock),
      healthChecks: [
        signingKeyHealth(() => container.make(AccessTokenKeys)),
        identityProviderHealth(() => container.make(IdentityKeys)),
      ],
    }
  }
}
