import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { input } from '#app/http/input'
import { originOf } from '#app/http/request_origin'
import { DecisionPages } from './decision_pages.ts'
import { presentStepUpPage } from './present_step_up.ts'
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
    private pages: DecisionPages,
    private modules: ModuleHost
  ) {}

  async show(ctx: HttpContext) {
    const { id } = input(ctx, stepUpPageParams)
    const session = await this.pages.session(ctx)
    if (session === null) return this.pages.signIn(ctx, pageOf(id))
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
    const session = await this.pages.session(ctx)
    if (session === null) return this.pages.signedOut(ctx, pageOf(id))
    const shown = await this.showStepUp.run(session, id)
    if (shown === null) return this.#unknown(ctx, session)
    if (!this.pages.accepts(formToken, session, id)) {
      return this.#page(ctx, session, shown, FOREIGN_FORM)
    }
    const outcome = decision === 'approve' ? 'approved' : 'denied'
    await this.decideStepUp.run(shown, outcome, originOf(ctx))
    this.pages.goTo(ctx, pageOf(id))
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
      form: isPending && { action: pageOf(id), token: this.pages.tokenFor(session, id) },
      problem: isPending ? problem : null,
    }
    await this.pages.show(ctx, 'auth/step_up', state, problem === null ? 200 : 403)
  }

  async #unknown(ctx: HttpContext, { email }: BrowserSession) {
    await this.pages.show(ctx, 'auth/step_up_unknown', { email }, 404)
  }
}

function pageOf(id: string): string {
  return `${STEP_UP_PAGE}/${encodeURIComponent(id)}`
}
