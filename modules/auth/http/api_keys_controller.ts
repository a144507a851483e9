import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentApiKey } from '#modules/auth/http/credential_presenters'
import { apiKeyParams, createApiKeyBody } from '#modules/auth/http/credential_validators'
import { pageQuery } from '#modules/auth/http/validators'
import { AdoptApiKey } from '#modules/auth/services/adopt_api_key'
import { CreateApiKey, type CreatedKey } from '#modules/auth/services/create_api_key'
import { ListApiKeys } from '#modules/auth/services/list_api_keys'
import { RevokeApiKey } from '#modules/auth/services/revoke_api_key'

@inject()
export default class ApiKeysController {
  constructor(
    private createKey: CreateApiKey,
    private listKeys: ListApiKeys,
    private revokeKey: RevokeApiKey,
    private adoptKey: AdoptApiKey,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    ctx.response.header('cache-control', 'no-store')
    await this.once.run<CreatedKey>(ctx, {
      run: (keep) => this.createKey.run(principalOf(ctx), input(ctx, createApiKeyBody), keep),
      reply: ({ key, rawKey }) => enveloped({ apiKey: presentApiKey(key), rawKey }, 201),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, cursor } = input(ctx, pageQuery)
    const { keys, ...page } = await this.listKeys.run(principalOf(ctx), { limit, cursor })
    answer(ctx, { apiKeys: keys.map(presentApiKey), ...page })
  }

  async adopt(ctx: HttpContext) {
    const key = await this.adoptKey.run(principalOf(ctx), input(ctx, apiKeyParams).id)
    answer(ctx, { apiKey: presentApiKey(key) })
  }

  async destroy(ctx: HttpContext) {
    await this.revokeKey.run(principalOf(ctx), input(ctx, apiKeyParams).id)
    answer(ctx, { revoked: true })
  }
}
