import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { toRfc3339 } from '#app/clock/timestamp'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { RateLimits } from '#app/http/rate_limits'
import { presentScopedToken } from './credential_presenters.ts'
import { listTokensQuery, mintTokenBody, tokenParams } from './credential_validators.ts'
import { ListScopedTokens } from '../services/list_scoped_tokens.ts'
import type { AccessToken } from '../services/access_tokens.ts'
import { MintScopedToken } from '../services/mint_scoped_token.ts'
import { RevokeScopedToken } from '../services/revoke_scoped_token.ts'

@singleton()
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
