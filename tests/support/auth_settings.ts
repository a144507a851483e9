import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { CredentialAccess } from '#modules/auth/http/access_control'
import { BrowserCookies } from '#modules/auth/http/browser_cookies'
import { SignedRequests } from '#modules/auth/http/signed_requests'
import { StepUpGate } from '#modules/auth/http/step_up_gate'
import { Authenticate } from '#modules/auth/services/authenticate'
import { BindSignature } from '#modules/auth/services/bind_signature'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { RecallCredential } from '#modules/auth/services/recall_credential'
import { VerifyRequestSignature } from '#modules/auth/services/verify_request_signature'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'
import { AccountStore } from '#modules/auth/storage/account_store'

/**
 * Makes the service answer as with these settings.
 *
 * @returns a function that undoes it
 */
export async function withAuthSettings(changes: Partial<AuthConfig>): Promise<() => void> {
  const settings = new AuthSettings({ ...app.config.get<AuthConfig>('auth'), ...changes })
  const access = new CredentialAccess(
    await app.container.make(Authenticate),
    await app.container.make(RecallCredential),
    await app.container.make(BrowserCookies),
    settings,
    await app.container.make(DeniedRequests),
    await app.container.make(StepUpGate),
    new SignedRequests(
      await app.container.make(VerifyRequestSignature),
      await app.container.make(BindSignature),
      settings
    ),
    await app.container.make(AccountStore),
    await app.container.make(Clock)
  )
  app.container.swap(AccessControl, () => access)
  return () => app.container.restore(AccessControl)
}

/** Makes the service answer as if these addresses were its operators. */
export const withOperators = (platformAdminEmails: string) =>
  withAuthSettings({ platformAdminEmails })

/** Makes the service answer as with REQUIRE_SIGNATURES=production. */
export const requireSignatures = () => withAuthSettings({ requireSignatures: 'production' })
