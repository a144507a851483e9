import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { originOf } from '#app/http/request_origin'
import { plainSight, shownTime } from '../core/plain_sight.ts'
import { RIGHTS, roleMay, type Right } from '../core/roles.ts'
import { BrowserCookies } from './browser_cookies.ts'
import { DecisionPages } from './decision_pages.ts'
import { invitationForm, invitationPageParams } from './validators.ts'
import { AcceptInvitation } from '../services/accept_invitation.ts'
import type { BrowserSession } from '../services/browser_sessions.ts'

/** Where people accept invitations; the secret follows. */
export const INVITATION_PAGE = '/auth/invitations'

const HOME = '/console'
const FOREIGN_FORM =
  'Nothing has happened: the form was made for another session. Please look again and decide here.'

/** The page on which a person accepts an invitation. It has a plain form and no scripts. */
@singleton()
export default class InvitationPageController {
  constructor(
    private acceptInvitation: AcceptInvitation,
    private pages: DecisionPages,
    private cookies: BrowserCookies
  ) {}

  async show(ctx: HttpContext) {
    const { secret } = input(ctx, invitationPageParams)
    const session = await this.pages.session(ctx)
    if (session === null) return this.pages.signIn(ctx, pageOf(secret))
    await this.#page(ctx, session, secret, null)
  }

  /** Whoever has accepted is signed in anew: their sessions of before have ended. */
  async accept(ctx: HttpContext) {
    const { secret } = input(ctx, invitationPageParams)
    const { formToken } = input(ctx, invitationForm)
    const session = await this.pages.session(ctx)
    if (session === null) return this.pages.signedOut(ctx, pageOf(secret))
    if (!this.pages.accepts(formToken, session, secret)) {
      return this.#page(ctx, session, secret, { text: FOREIGN_FORM, status: 403 })
    }
    try {
      await this.acceptInvitation.run(session, secret, originOf(ctx))
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'CONFLICT') throw error
      const text = [error.message, error.options.next].join(' ')
      return this.#page(ctx, session, secret, { text, status: 409 })
    }
    await this.cookies.openSession(ctx, session)
    this.pages.goTo(ctx, HOME)
  }

  async #page(
    ctx: HttpContext,
    session: BrowserSession,
    secret: string,
    problem: { text: string; status: number } | null
  ) {
    const { email } = session
    const found = await this.acceptInvitation.find(session, secret)
    if (found === null) return this.pages.show(ctx, 'auth/invitation_unknown', { email }, 404)
    const [into, inviter, member] = await Promise.all([
      this.acceptInvitation.organizationOf(found),
      this.acceptInvitation.inviterOf(found),
      this.pages.member(session),
    ])
    const isThere = member?.orgId === found.orgId
    const rights = (Object.keys(RIGHTS) as Right[]).filter((right) => roleMay(found.role, right))
    const state = {
      organization: plainSight(into),
      invitedBy: plainSight(inviter),
      role: found.role,
      may: rights.map((right) => RIGHTS[right].what.replaceAll('`', '')),
      expiresAt: shownTime(found.expiresAt),
      leaves: member !== null && !isThere ? plainSight(member.orgName) : null,
      isThere,
      email,
      form: !isThere && { action: pageOf(secret), token: this.pages.tokenFor(session, secret) },
      problem: problem?.text ?? null,
      home: HOME,
    }
    await this.pages.show(ctx, 'auth/invitation', state, problem?.status ?? 200)
  }
}

function pageOf(secret: string): string {
  return `${INVITATION_PAGE}/${encodeURIComponent(secret)}`
}
