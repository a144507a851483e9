import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ReadBoundaries } from '../services/read_boundaries.ts'
import { RegisterRecoveryKey } from '../services/register_recovery_key.ts'
import {
  boundariesQuery,
  boundaryParams,
  exchangeObjectsQuery,
  recoveryKeyBody,
} from './boundary_validators.ts'

/** Custody answers are bare objects, without the success envelope. */
@inject()
export default class BoundariesController {
  constructor(
    private boundaries: ReadBoundaries,
    private recoveryKeys: RegisterRecoveryKey
  ) {}

  async index(ctx: HttpContext) {
    const { realmId } = input(ctx, boundariesQuery)
    ctx.response.send({ boundaries: await this.boundaries.list(principalOf(ctx), realmId) })
  }

  async show(ctx: HttpContext) {
    const { realmId } = input(ctx, boundariesQuery)
    const { boundaryId } = input(ctx, boundaryParams)
    ctx.response.send(await this.boundaries.show(principalOf(ctx), realmId, boundaryId))
  }

  async exchangeObjects(ctx: HttpContext) {
    const { realmId, boundaryId } = input(ctx, exchangeObjectsQuery)
    const principal = principalOf(ctx)
    const exchangeObjects = await this.boundaries.exchangeObjects(principal, realmId, boundaryId)
    ctx.response.send({ exchangeObjects })
  }

  async recoveryKey(ctx: HttpContext) {
    const key = await this.recoveryKeys.run(principalOf(ctx), input(ctx, recoveryKeyBody))
    ctx.response.status(key.recoveryKey === null ? 202 : 200).send(key)
  }
}
