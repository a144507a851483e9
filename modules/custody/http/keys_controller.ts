import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { AcceptKey } from '../services/accept_key.ts'
import { CancelKey } from '../services/cancel_key.ts'
import { HandOverCosigner } from '../services/hand_over_cosigner.ts'
import { ProposeInheritance } from '../services/propose_inheritance.ts'
import { ReadBoundaryKeys } from '../services/read_boundary_keys.ts'
import { boundaryParams, boundaryQuery } from './boundary_validators.ts'
import {
  acceptKeyBody,
  cancelKeyBody,
  handOverBody,
  inheritanceBody,
} from './protection_validators.ts'

/** Keys of boundaries that wait for their time and their own word. */
@singleton()
export default class KeysController {
  constructor(
    private keys: ReadBoundaryKeys,
    private acceptKey: AcceptKey,
    private cancelKey: CancelKey,
    private handOverCosigner: HandOverCosigner,
    private proposeInheritance: ProposeInheritance,
    private once: AnswerOnce
  ) {}

  async show(ctx: HttpContext) {
    const { boundaryId } = input(ctx, boundaryParams)
    const { realmId } = input(ctx, boundaryQuery)
    ctx.response.send(await this.keys.run(principalOf(ctx), realmId, boundaryId))
  }

  async accept(ctx: HttpContext) {
    const command = { ...input(ctx, boundaryParams), ...input(ctx, acceptKeyBody) }
    const key = await this.acceptKey.run(principalOf(ctx), command)
    ctx.response.status(key.state === 'waiting' ? 202 : 200).send(key)
  }

  async handOver(ctx: HttpContext) {
    const command = { ...input(ctx, boundaryParams), ...input(ctx, handOverBody) }
    ctx.response.send(await this.handOverCosigner.run(principalOf(ctx), command))
  }

  async inherit(ctx: HttpContext) {
    const command = { ...input(ctx, boundaryParams), ...input(ctx, inheritanceBody) }
    const proposed = await this.proposeInheritance.run(principalOf(ctx), command)
    ctx.response.status(proposed.state === 'waiting' ? 202 : 200).send(proposed)
  }

  async cancel(ctx: HttpContext) {
    const command = { ...input(ctx, boundaryParams), ...input(ctx, cancelKeyBody) }
    await this.once.run(ctx, {
      run: (_keep, name) => this.cancelKey.run(principalOf(ctx), { ...command, name }),
      reply: (body) => ({ status: 200, body }),
    })
  }
}
