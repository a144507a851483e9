import type { HttpContext } from '@adonisjs/core/http'
import { Clock } from '#app/clock/clock'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { input } from '#app/http/input'
import { originOf } from '#app/http/request_origin'
import { isFreshlyAuthenticated } from '../core/identity.ts'
import { BrowserCookies } from './browser_cookies.ts'
import { sendPage } from './page.ts'
import { presentStepUpPage } from './present_step_up.ts'
import { StepUpForms } from './step_up_forms.ts'
import { STEP_UP_PAGE } from './step_up_gate.ts'
import { stepUpForm, stepUpPageParams } from './validators.ts'
import type { BrowserSession } from '../services/browser_sessions.ts'
import { DecideStepUp } from '../services/decide_step_up.ts'
import { ShowStepUp, type ShownStepUp } from '../services/show_step_up.ts'

const FOREIGN_FORM =
  'Nothing was decided: the form was made for another session. Please look again and decide here.'

/**
 * The page on which a person confirms what a program asked for. It has plain forms and no scripts.
 */
@singleton()
export default class StepUpPageController {
  constructor(
    private showStepUp: ShowStepUp,
    private decideStepUp: DecideStepUp,
    private cookies: BrowserCookies,
    private forms: StepUpForms,
    private modules: ModuleHost,
    private clock: Clock
  ) {}

  async show(ctx: HttpContext) {
    const { id } = input(ctx, stepUpPageParams)
    const session = await this.cookies.session(ctx)
    if (session === null || !this.#isFresh(session)) {
      return goTo(ctx, `/auth/sign-in?returnTo=${encodeURIComponent(pageOf(id))}`)
    }
    const shown = await this.showStepUp.run(session, id)
    if (shown === null) return this.#unknown(ctx, session)
    await this.#page(ctx, session, shown)
  }

  /**
   * Every decision ends with a redirect to the page, so that reloading it decides nothing a second
   * time.
   */
  async decide(ctx: HttpContext) {
    const { id } = input(ctx, stepUpPageParams)
    const { decision, formToken } = input(ctx, stepUpForm)
    const session = await this.cookies.session(ctx)
    if (session === null || !this.#isFresh(session)) return this.#signedOut(ctx, id)
    const shown = await this.showStepUp.run(session, id)
    if (shown === null) return this.#unknown(ctx, session)
    if (!this.forms.accepts(formToken, session, id)) {
      return this.#page(ctx, session, shown, FOREIGN_FORM)
    }
    const outcome = decision === 'approve' ? 'approved' : 'denied'
    await this.decideStepUp.run(shown, outcome, originOf(ctx))
    goTo(ctx, pageOf(id))
  }

  #isFresh(session: BrowserSession): boolean {
    return isFreshlyAuthenticated(session, this.clock.nowMs())
  }

  async #page(
    ctx: HttpContext,
    session: BrowserSession,
    shown: ShownStepUp,
    problem: string | null = null
  ) {
    const { id, need } = shown.request
    const known = this.modules.contributions('actions').find(({ name }) => name === need.action)
    const isPending = shown.status === 'pending'
    const state = {
      stepUp: presentStepUpPage(shown, known?.description ?? null),
      form: isPending && { action: pageOf(id), token: this.forms.tokenFor(session, id) },
      problem: isPending ? problem : null,
    }
    await sendPage(ctx, 'auth/step_up', state, { status: problem === null ? 200 : 403 })
  }

  /**
   * Answers a person without a valid session: it has ended, its sign-in is too old to decide with,
   * or the form came from another site, without the cookie. The answer is a page and not a redirect
   * to sign-in, because browsers let a form lead to its own origin only.
   */
  async #signedOut(ctx: HttpContext, id: string) {
    await sendPage(ctx, 'auth/step_up_signed_out', { page: pageOf(id) }, { status: 401 })
  }

  async #unknown(ctx: HttpContext, { email }: BrowserSession) {
    await sendPage(ctx, 'auth/step_up_unknown', { email }, { status: 404 })
  }
}

function pageOf(id: string): string {
  return `${STEP_UP_PAGE}/${encodeURIComponent(id)}`
}

function goTo({ response }: HttpContext, location: string) {
  response.header('cache-control', 'no-store').header('location', location).status(303).send('')
}
