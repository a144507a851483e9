import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { toRfc3339 } from '#app/clock/timestamp'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { RateLimits } from '#app/http/rate_limits'
import { presentScopedToken } from '#modules/auth/http/credential_presenters'
import {
  listTokensQuery,
  mintTokenBody,
  tokenParams,
} from '#modules/auth/http/credential_validators'
import { ListScopedTokens } from '#modules/auth/services/list_scoped_tokens'
import type { AccessToken } from '#modules/auth/services/access_tokens'
import { MintScopedToken } from '#modules/auth/services/mint_scoped_token'
import { RevokeScopedToken } from '#modules/auth/services/revoke_scoped_token'

@inject()
export default class ScopedTokensController {
  constructor(
    private mint: MintScopedToken,
    private listTokens: ListScopedTokens,
    private revoke: RevokeScopedToken,
    private once: AnswerOnce,
    private limits: RateLimits
  ) {}

  async store(ctx: HttpContext) {
    ctx.response.header('cache-control', 'no-store')
    await this.once.run<AccessToken>(ctx, {
      run: async (keep) => {
        const minted = await this.mint.run(principalOf(ctx), input(ctx, mintTokenBody), keep)
        this.limits.vouch(minted.token)
        return minted
      },
      reply: ({ token, expiresAt }) => enveloped({ token, expiresAt: toRfc3339(expiresAt) }, 201),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listTokensQuery)
    const { tokens, ...page } = await this.listTokens.run(principalOf(ctx), { ...query, limit })
    answer(ctx, { tokens: tokens.map(presentScopedToken), ...page })
  }

  async destroy(ctx: HttpContext) {
    await this.revoke.run(principalOf(ctx), input(ctx, tokenParams).id)
    answer(ctx, { revoked: true })
  }
}
