import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentSigningKey, presentSigningKeyEvent } from './signing_key_presenters.ts'
import { registerSigningKeyBody, signingKeyParams } from './signing_key_validators.ts'
import type { StatedSigningKey } from '../core/signing_key.ts'
import { pageQuery } from './validators.ts'
import { EndSigningKey } from '../services/end_signing_key.ts'
import { ListSigningKeys } from '../services/list_signing_keys.ts'
import { ReadSigningKeyEvents } from '../services/read_signing_key_events.ts'
import { RegisterSigningKey } from '../services/register_signing_key.ts'

@singleton()
export default class SigningKeysController {
  constructor(
    private registerKey: RegisterSigningKey,
    private listKeys: ListSigningKeys,
    private endKey: EndSigningKey,
    private readEvents: ReadSigningKeyEvents,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    await this.once.run<StatedSigningKey>(ctx, {
      run: (keep) =>
        this.registerKey.run(principalOf(ctx), input(ctx, registerSigningKeyBody), keep),
      reply: (key) => enveloped(presentSigningKey(key), 201),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...asked } = input(ctx, pageQuery)
    const { keys, ...page } = await this.listKeys.run(principalOf(ctx), { ...asked, limit })
    answer(ctx, { signingKeys: keys.map(presentSigningKey), ...page })
  }

  async destroy(ctx: HttpContext) {
    const { id } = input(ctx, signingKeyParams)
    await this.endKey.revoke(principalOf(ctx), id)
    answer(ctx, { revoked: true, id })
  }

  async cancel(ctx: HttpContext) {
    const { id } = input(ctx, signingKeyParams)
    await this.once.run<{ id: string }>(ctx, {
      run: async (keep) => {
        await this.endKey.cancel(principalOf(ctx), id, keep)
        return { id }
      },
      reply: (cancelled) => enveloped({ cancelled: true, ...cancelled }),
    })
  }

  async events(ctx: HttpContext) {
    const { id } = input(ctx, signingKeyParams)
    const { limit = LIMITS.listDefault, ...asked } = input(ctx, pageQuery)
    const { events, ...page } = await this.readEvents.run(principalOf(ctx), id, { ...asked, limit })
    answer(ctx, { events: events.map(presentSigningKeyEvent), ...page })
  }
}
