import type { HttpContext } from '@adonisjs/core/http'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { RateLimits } from '#app/http/rate_limits'
import { originOf } from '#app/http/request_origin'
import { LIMITS } from '#app/limits'
import { INVITATION_PAGE } from './invitation_page_controller.ts'
import { presentInvitation, presentSession } from './presenters.ts'
import { acceptInvitationBody, invitationParams, inviteBody, pageQuery } from './validators.ts'
import { InviteMember, type MadeInvitation } from '../services/invite_member.ts'
import { ReadMembers } from '../services/read_members.ts'
import { RevokeInvitation } from '../services/revoke_invitation.ts'
import { SignIn } from '../services/sign_in.ts'
import { AuthSettings } from '../settings.ts'

/** Invites people into an organization, and lets them in. */
@singleton()
export default class InvitationsController {
  constructor(
    private invite: InviteMember,
    private readMembers: ReadMembers,
    private revokeInvitation: RevokeInvitation,
    private signIn: SignIn,
    private limits: RateLimits,
    private once: AnswerOnce,
    private settings: AuthSettings,
    private clock: Clock
  ) {}

  async store(ctx: HttpContext) {
    ctx.response.header('cache-control', 'no-store')
    await this.once.run<MadeInvitation>(ctx, {
      run: (keep) => this.invite.run(principalOf(ctx), input(ctx, inviteBody), keep),
      reply: (made) => enveloped(this.#presentMade(made), 201),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...asked } = input(ctx, pageQuery)
    const { invitations, now, ...page } = await this.readMembers.invited(principalOf(ctx), {
      ...asked,
      limit,
    })
    answer(ctx, { invitations: invitations.map((each) => presentInvitation(each, now)), ...page })
  }

  async destroy(ctx: HttpContext) {
    await this.revokeInvitation.run(principalOf(ctx), input(ctx, invitationParams).id)
    answer(ctx, { revoked: true })
  }

  async accept(ctx: HttpContext) {
    const { googleIdToken, secret } = input(ctx, acceptInvitationBody)
    ctx.response.header('cache-control', 'no-store')
    const session = await this.signIn.invited(googleIdToken, secret, originOf(ctx))
    this.limits.vouch(session.token)
    answer(ctx, presentSession(session))
  }

  #presentMade({ invitation, secret }: MadeInvitation) {
    return {
      invitation: presentInvitation(invitation, this.clock.nowMicros()),
      secret,
      acceptUrl: `${this.settings.appUrl}${INVITATION_PAGE}/${secret}`,
    }
  }
}
