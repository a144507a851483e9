import type { HttpContext } from '@adonisjs/core/http'
import { DecisionPages, type BrowserSession } from '#modules/auth/index'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import { singleton } from '#app/extension/singleton'
import { input } from '#app/http/input'
import { originOf } from '#app/http/request_origin'
import { APPROVAL_PAGE } from '../services/approval_address.ts'
import { DecideApproval } from '../services/decide_approval.ts'
import { ReadApprovals, type MemberSight } from '../services/read_approvals.ts'
import { presentApprovalPage } from './present_page.ts'
import { approvalForm, approvalPageParams } from './validators.ts'

const FOREIGN_FORM =
  'Nothing was decided: the form was made for another session. Please look again and decide here.'

/** The page on which people approve what a program asks for. It has plain forms and no scripts. */
@singleton()
export default class ApprovalPageController {
  constructor(
    private read: ReadApprovals,
    private decideApproval: DecideApproval,
    private pages: DecisionPages,
    private realms: RealmLookup,
    private modules: ModuleHost
  ) {}

  async show(ctx: HttpContext) {
    const { id } = input(ctx, approvalPageParams)
    const session = await this.pages.session(ctx)
    if (session === null) return this.pages.signIn(ctx, pageOf(id))
    const seen = await this.#seen(session, id)
    if (seen === null) return this.#unknown(ctx, session)
    await this.#page(ctx, session, seen)
  }

  /** Ends with a redirect to the page, so that reloading it decides nothing a second time. */
  async decide(ctx: HttpContext) {
    const { id } = input(ctx, approvalPageParams)
    const { decision, formToken } = input(ctx, approvalForm)
    const session = await this.pages.session(ctx)
    if (session === null) return this.pages.signedOut(ctx, pageOf(id))
    const seen = await this.#seen(session, id)
    if (seen === null) return this.#unknown(ctx, session)
    if (!this.pages.accepts(formToken, session, id)) {
      return this.#page(ctx, session, seen, FOREIGN_FORM)
    }
    await this.decideApproval.run(seen.member.id, id, decision, originOf(ctx))
    this.pages.goTo(ctx, pageOf(id))
  }

  async #seen(session: BrowserSession, id: string): Promise<MemberSight | null> {
    const member = await this.pages.member(session)
    return member && this.read.forMember(member, id)
  }

  async #page(
    ctx: HttpContext,
    session: BrowserSession,
    seen: MemberSight,
    problem: string | null = null
  ) {
    const { id, realmId, action } = seen.approval
    const known = this.modules.contributions('actions').find(({ name }) => name === action)
    const realmName = realmId && (await this.realms.nameOf(realmId))
    const approval = presentApprovalPage(seen, { realmName, actionWords: known?.description ?? '' })
    const mayDecide = approval.mayApprove || approval.mayDeny
    const state = {
      approval,
      form: mayDecide && { action: pageOf(id), token: this.pages.tokenFor(session, id) },
      problem: mayDecide ? problem : null,
    }
    await this.pages.show(ctx, 'approvals::approval', state, problem === null ? 200 : 403)
  }

  async #unknown(ctx: HttpContext, { email }: BrowserSession) {
    await this.pages.show(ctx, 'approvals::unknown', { email }, 404)
  }
}

function pageOf(id: string): string {
  return `${APPROVAL_PAGE}/${encodeURIComponent(id)}`
}
