import app from '@adonisjs/core/services/app'
import { AccessControl } from '#app/extension/access_control'
import { CredentialAccess } from '#modules/auth/http/access_control'
import { BrowserCookies } from '#modules/auth/http/browser_cookies'
import { SignedRequests } from '#modules/auth/http/signed_requests'
import { StepUpGate } from '#modules/auth/http/step_up_gate'
import { Authenticate } from '#modules/auth/services/authenticate'
import { BindSignature } from '#modules/auth/services/bind_signature'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { VerifyRequestSignature } from '#modules/auth/services/verify_request_signature'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'
import { AccountStore } from '#modules/auth/storage/account_store'

/**
 * The service answers as with REQUIRE_SIGNATURES=production.
 *
 * @returns how to end it
 */
export async function requireSignatures(): Promise<() => void> {
  const config = app.config.get<AuthConfig>('auth')
  const settings = new AuthSettings({ ...config, requireSignatures: 'production' })
  const access = new CredentialAccess(
    await app.container.make(Authenticate),
    await app.container.make(BrowserCookies),
    settings,
    await app.container.make(DeniedRequests),
    await app.container.make(StepUpGate),
    new SignedRequests(
      await app.container.make(VerifyRequestSignature),
      await app.container.make(BindSignature),
      settings
    ),
    await app.container.make(AccountStore)
  )
  app.container.swap(AccessControl, () => access)
  return () => app.container.restore(AccessControl)
}
