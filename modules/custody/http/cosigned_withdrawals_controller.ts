import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentOperation } from '#modules/ledger/index'
import { ProposeWithdrawal } from '../services/propose_withdrawal.ts'
import { SubmitWithdrawal } from '../services/submit_withdrawal.ts'
import { proposeBody, submitBody } from './protection_validators.ts'

@singleton()
export default class CosignedWithdrawalsController {
  constructor(
    private proposeWithdrawal: ProposeWithdrawal,
    private submitWithdrawal: SubmitWithdrawal
  ) {}

  async propose(ctx: HttpContext) {
    ctx.response.send(await this.proposeWithdrawal.run(principalOf(ctx), input(ctx, proposeBody)))
  }

  async store(ctx: HttpContext) {
    const opened = await this.submitWithdrawal.run(principalOf(ctx), input(ctx, submitBody))
    const { operation, txHash, replayed } = opened
    if (replayed) ctx.response.header('Idempotent-Replayed', 'true')
    ctx.response.status(201).send({ operation: presentOperation(operation), txHash })
  }
}
