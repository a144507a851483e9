import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { RateLimits } from '#app/http/rate_limits'
import { originOf } from '#app/http/request_origin'
import { presentBuilder, presentSession, presentTokens } from './presenters.ts'
import { refreshTokenBody, signInBody } from './validators.ts'
import { LogOut } from '../services/log_out.ts'
import { ReadProfile } from '../services/read_profile.ts'
import { RefreshSession } from '../services/refresh_session.ts'
import { SignIn } from '../services/sign_in.ts'

@singleton()
export default class SessionController {
  constructor(
    private signIn: SignIn,
    private refreshSession: RefreshSession,
    private logOut: LogOut,
    private readProfile: ReadProfile,
    private limits: RateLimits
  ) {}

  async store(ctx: HttpContext) {
    const { googleIdToken, orgName } = input(ctx, signInBody)
    keepOutOfCaches(ctx)
    const session = await this.signIn.run(googleIdToken, orgName, originOf(ctx))
    this.limits.vouch(session.token)
    answer(ctx, presentSession(session))
  }

  async refresh(ctx: HttpContext) {
    const { refreshToken } = input(ctx, refreshTokenBody)
    keepOutOfCaches(ctx)
    const tokens = await this.refreshSession.run(refreshToken, originOf(ctx))
    this.limits.vouch(tokens.token)
    answer(ctx, presentTokens(tokens))
  }

  async destroy(ctx: HttpContext) {
    await this.logOut.run(input(ctx, refreshTokenBody).refreshToken)
    answer(ctx, { loggedOut: true })
  }

  async me(ctx: HttpContext) {
    answer(ctx, presentBuilder(await this.readProfile.run(principalOf(ctx))))
  }
}

function keepOutOfCaches({ response }: HttpContext) {
  response.header('cache-control', 'no-store')
}
