import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentApiKey } from './credential_presenters.ts'
import { apiKeyParams, createApiKeyBody, listApiKeysQuery } from './credential_validators.ts'
import { AdoptApiKey } from '../services/adopt_api_key.ts'
import { CreateApiKey, type CreatedKey } from '../services/create_api_key.ts'
import { ListApiKeys } from '../services/list_api_keys.ts'
import { RevokeApiKey } from '../services/revoke_api_key.ts'

@singleton()
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
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listApiKeysQuery)
    const { keys, ...page } = await this.listKeys.run(principalOf(ctx), { ...query, limit })
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
