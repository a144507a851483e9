import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { ReadBoundaries } from '../services/read_boundaries.ts'
import { RegisterRecoveryKey, type RegisteredKey } from '../services/register_recovery_key.ts'
import {
  boundariesQuery,
  boundaryQuery,
  boundaryParams,
  exchangeObjectsQuery,
  recoveryKeyBody,
} from './boundary_validators.ts'

/** Custody answers are bare objects, without the success envelope. */
@singleton()
export default class BoundariesController {
  constructor(
    private boundaries: ReadBoundaries,
    private recoveryKeys: RegisterRecoveryKey,
    private once: AnswerOnce
  ) {}

  async index(ctx: HttpContext) {
    const { realmId, limit = LIMITS.listDefault, cursor } = input(ctx, boundariesQuery)
    ctx.response.send(await this.boundaries.list(principalOf(ctx), realmId, { limit, cursor }))
  }

  async show(ctx: HttpContext) {
    const { realmId } = input(ctx, boundaryQuery)
    const { boundaryId } = input(ctx, boundaryParams)
    ctx.response.send(await this.boundaries.show(principalOf(ctx), realmId, boundaryId))
  }

  async exchangeObjects(ctx: HttpContext) {
    const query = input(ctx, exchangeObjectsQuery)
    const { realmId, boundaryId, limit = LIMITS.listDefault, cursor } = query
    const page = { boundaryId, limit, cursor }
    ctx.response.send(await this.boundaries.exchangeObjects(principalOf(ctx), realmId, page))
  }

  async recoveryKey(ctx: HttpContext) {
    await this.once.run<RegisteredKey>(ctx, {
      run: (_keep, name) => {
        const command = { ...input(ctx, recoveryKeyBody), name }
        return this.recoveryKeys.run(principalOf(ctx), command)
      },
      reply: (key) => ({ status: key.recoveryKey === null ? 202 : 200, body: key }),
    })
  }
}
