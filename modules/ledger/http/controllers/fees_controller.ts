import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { EstimateFee } from '#modules/ledger/services/estimate_fee'
import { feeEstimateQuery } from '#modules/ledger/http/movement_validators'

@inject()
export default class FeesController {
  constructor(private estimateFee: EstimateFee) {}

  async estimate(ctx: HttpContext) {
    answer(ctx, await this.estimateFee.run(principalOf(ctx), input(ctx, feeEstimateQuery)))
  }
}
