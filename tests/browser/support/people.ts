import { randomUUID } from 'node:crypto'
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
import type { Visit } from '#tests/support/browser'

/** Opens an operator page with nothing but a keyboard, signing in as somebody new on the way. */
export async function signInOnTheWayTo(visit: Visit, path: string) {
  await visit.page.goto(path)
  await visit.fillWithKeyboard(`${randomUUID()}@browser.example`, 'Ann Example')
  await visit.page.waitForURL(path)
}

/**
 * The service answers as it does when somebody else is its only operator.
 *
 * @returns puts everything back
 */
export async function withAnotherOperator(): Promise<() => void> {
  const settings = new AuthSettings({
    ...app.config.get<AuthConfig>('auth'),
    platformAdminEmails: 'boss@browser.example',
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
