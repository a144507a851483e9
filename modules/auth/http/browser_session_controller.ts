import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { usesAnotherLoopbackName } from '../core/loopback.ts'
import { safeReturnTo } from '../core/return_to.ts'
import { BrowserCookies } from './browser_cookies.ts'
import { INVITATION_PAGE } from './invitation_page_controller.ts'
import { sendPage } from './page.ts'
import { STEP_UP_PAGE } from './step_up_gate.ts'
import { returnToQuery } from './validators.ts'
import { BrowserSignIn, SignInUnfinished } from '../services/browser_sign_in.ts'
import { AuthSettings } from '../settings.ts'

const SIGN_IN_PATH = '/auth/sign-in'
/** The last one is that of the module approvals, which this one does not know. */
const DECISION_PAGES = [STEP_UP_PAGE, INVITATION_PAGE, '/approvals']

const UNFINISHED = {
  expired: 'It took too long, or was begun in another browser or tab.',
  declined: 'The identity provider did not let you in, or you cancelled.',
  refused: 'The answer of the identity provider did not belong to this sign-in.',
}

/** Signs people in and out of the pages that they open in a browser. */
@singleton()
export default class BrowserSessionController {
  constructor(
    private signIn: BrowserSignIn,
    private cookies: BrowserCookies,
    private settings: AuthSettings
  ) {}

  async start(ctx: HttpContext) {
    const returnTo = safeReturnTo(input(ctx, returnToQuery).returnTo)
    if (usesAnotherLoopbackName(ctx.request.header('host'), this.settings.appUrl)) {
      const here = `${SIGN_IN_PATH}?returnTo=${encodeURIComponent(returnTo)}`
      return goTo(ctx, `${this.settings.appUrl}${here}`)
    }
    try {
      const { location, pending } = await this.signIn.begin(returnTo, leadsToDecision(returnTo))
      this.cookies.keepPending(ctx, pending)
      goTo(ctx, location.href)
    } catch (error) {
      await this.#explain(ctx, error, returnTo)
    }
  }

  async finish(ctx: HttpContext) {
    const pending = this.cookies.pending(ctx)
    const returnTo = safeReturnTo(pending?.returnTo)
    this.cookies.dropPending(ctx)
    try {
      const { search } = new URL(ctx.request.url(true), this.settings.appUrl)
      const who = await this.signIn.finish(search, pending)
      await this.cookies.openSession(ctx, who)
      goTo(ctx, returnTo)
    } catch (error) {
      await this.#explain(ctx, error, returnTo)
    }
  }

  /** A form of another site brings no session cookie along, and so cannot sign a person out. */
  async end(ctx: HttpContext) {
    await this.cookies.endSession(ctx)
    goTo(ctx, '/auth/signed-out')
  }

  async ended(ctx: HttpContext) {
    await sendPage(ctx, 'auth/signed_out', {})
  }

  /** Shows a person a page that says what to do next, in place of the API's envelope. */
  async #explain(ctx: HttpContext, error: unknown, returnTo: string) {
    const problem = problemOf(error)
    if (problem === null) throw error
    // Only the message is logged: errors about a token hold its claims, which are personal.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    const { status, text } = problem
    ctx.logger.warn(
      { requestId: ctx.request.id(), status, reason: text, cause },
      'browser sign-in did not finish'
    )
    const retry = `${SIGN_IN_PATH}?returnTo=${encodeURIComponent(returnTo)}`
    await sendPage(ctx, 'auth/sign_in_problem', { text, retry }, { status })
  }
}

function problemOf(error: unknown): { status: number; text: string } | null {
  if (error instanceof SignInUnfinished) return { status: 400, text: UNFINISHED[error.reason] }
  if (!(error instanceof ServiceError)) return null
  if (error.code === 'UNAUTHORIZED') return { status: 401, text: error.message }
  if (error.code !== 'IDENTITY_PROVIDER_UNAVAILABLE') return null
  return { status: 503, text: 'The identity provider cannot be reached at the moment.' }
}

/**
 * Whether the person returns to a page of `DecisionPages`. It shows nothing to an older sign-in, so
 * that the provider must be asked for a new one: with the old one the person would come here again,
 * without end.
 */
function leadsToDecision(returnTo: string): boolean {
  return DECISION_PAGES.some((page) => returnTo.startsWith(`${page}/`))
}

function goTo({ response }: HttpContext, location: string) {
  response.header('cache-control', 'no-store').header('location', location).status(303).send('')
}
