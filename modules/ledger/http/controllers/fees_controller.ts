import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { EstimateFee } from '../../services/estimate_fee.ts'
import { WithdrawFees } from '../../services/withdraw_fees.ts'
import { markReplay } from '../mark_replay.ts'
import { feeEstimateQuery, withdrawFeesBody } from '../movement_validators.ts'
import { presentOperation } from '../presenters.ts'

@singleton()
export default class FeesController {
  constructor(
    private estimateFee: EstimateFee,
    private withdrawFees: WithdrawFees
  ) {}

  async estimate(ctx: HttpContext) {
    answer(ctx, await this.estimateFee.run(principalOf(ctx), input(ctx, feeEstimateQuery)))
  }

  async withdraw(ctx: HttpContext) {
    const opened = await this.withdrawFees.run(principalOf(ctx), input(ctx, withdrawFeesBody))
    markReplay(ctx, opened.replayed)
    answer(ctx, { operation: presentOperation(opened.operation), txHash: opened.txHash }, 201)
  }
}
