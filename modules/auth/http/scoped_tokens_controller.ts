import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { toRfc3339 } from '#app/clock/timestamp'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { mintTokenBody } from '#modules/auth/http/credential_validators'
import { MintScopedToken } from '#modules/auth/services/mint_scoped_token'

@inject()
export default class ScopedTokensController {
  constructor(private mint: MintScopedToken) {}

  async store(ctx: HttpContext) {
    const { token, expiresAt } = await this.mint.run(principalOf(ctx), input(ctx, mintTokenBody))
    ctx.response.header('cache-control', 'no-store')
    answer(ctx, { token, expiresAt: toRfc3339(expiresAt) }, 201)
  }
}
