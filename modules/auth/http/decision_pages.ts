import type { HttpContext } from '@adonisjs/core/http'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { isFreshlyAuthenticated } from '../core/identity.ts'
import type { Builder } from '../core/builder.ts'
import type { BrowserSession } from '../services/browser_sessions.ts'
import { AccountStore } from '../storage/account_store.ts'
import { BrowserCookies } from './browser_cookies.ts'
import { sendPage } from './page.ts'
import { StepUpForms } from './step_up_forms.ts'

/**
 * What pages have in common on which a person decides what a program has asked for: who decides has
 * signed in moments ago in this browser, and the form comes from the page that they saw.
 */
@singleton()
export class DecisionPages {
  constructor(
    private cookies: BrowserCookies,
    private accounts: AccountStore,
    private forms: StepUpForms,
    private clock: Clock
  ) {}

  /** @returns null when nobody is signed in in this browser, or too long ago to decide */
  async session(ctx: HttpContext): Promise<BrowserSession | null> {
    const session = await this.cookies.session(ctx)
    return session !== null && isFreshlyAuthenticated(session, this.clock.nowMs()) ? session : null
  }

  member({ issuer, subject }: BrowserSession): Promise<Builder | null> {
    return this.accounts.findByIdentity(issuer, subject)
  }

  /** @param id of what is decided: a form decides nothing else */
  tokenFor(session: BrowserSession, id: string): string {
    return this.forms.tokenFor(session, id)
  }

  accepts(formToken: string, session: BrowserSession, id: string): boolean {
    return this.forms.accepts(formToken, session, id)
  }

  /** Leads to sign-in, and back to the page. */
  signIn(ctx: HttpContext, page: string) {
    this.goTo(ctx, `/auth/sign-in?returnTo=${encodeURIComponent(page)}`)
  }

  goTo({ response }: HttpContext, location: string) {
    response.header('cache-control', 'no-store').header('location', location).status(303).send('')
  }

  /**
   * Answers a form whose sender has no session to decide with. It is a page and no redirect to
   * sign-in, because browsers let a form lead to its own origin only.
   */
  signedOut(ctx: HttpContext, page: string): Promise<void> {
    return sendPage(ctx, 'auth/step_up_signed_out', { page }, { status: 401 })
  }

  show(ctx: HttpContext, view: string, state: Record<string, unknown>, status = 200) {
    return sendPage(ctx, view, state, { status })
  }
}
