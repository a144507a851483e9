import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { DefundAccount } from '#modules/ledger/services/defund_account'
import { markReplay } from '#modules/ledger/http/mark_replay'
import { defundAccountBody } from '#modules/ledger/http/movement_validators'
import { presentOperation } from '#modules/ledger/http/presenters'

@inject()
export default class WithdrawalsController {
  constructor(private defundAccount: DefundAccount) {}

  async store(ctx: HttpContext) {
    const opened = await this.defundAccount.run(principalOf(ctx), input(ctx, defundAccountBody))
    markReplay(ctx, opened.replayed)
    answer(ctx, { operation: presentOperation(opened.operation), txHash: opened.txHash }, 201)
  }
}
