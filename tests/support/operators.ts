import app from '@adonisjs/core/services/app'
import { AccessControl } from '#app/extension/access_control'
import { CredentialAccess } from '#modules/auth/http/access_control'
import { BrowserCookies } from '#modules/auth/http/browser_cookies'
import { SignedRequests } from '#modules/auth/http/signed_requests'
import { StepUpGate } from '#modules/auth/http/step_up_gate'
import { Authenticate } from '#modules/auth/services/authenticate'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'
import { AccountStore } from '#modules/auth/storage/account_store'

/**
 * Makes the service answer as if these addresses were its operators.
 *
 * @returns a function that undoes it
 */
export async function withOperators(platformAdminEmails: string): Promise<() => void> {
  const settings = new AuthSettings({
    ...app.config.get<AuthConfig>('auth'),
    platformAdminEmails,
  })
  const access = new CredentialAccess(
    await app.container.make(Authenticate),
    await app.container.make(BrowserCookies),
    settings,
    await app.container.make(DeniedRequests),
    await app.container.make(StepUpGate),
    await app.container.make(SignedRequests),
    await app.container.make(AccountStore)
  )
  app.container.swap(AccessControl, () => access)
  return () => app.container.restore(AccessControl)
}
