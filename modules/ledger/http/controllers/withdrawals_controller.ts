import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { OpenWithdrawal } from '../../services/open_withdrawal.ts'
import { markReplay } from '../mark_replay.ts'
import { defundAccountBody } from '../movement_validators.ts'
import { presentOperation } from '../presenters.ts'

@singleton()
export default class WithdrawalsController {
  constructor(private openWithdrawal: OpenWithdrawal) {}

  async store(ctx: HttpContext) {
    const opened = await this.openWithdrawal.run(principalOf(ctx), input(ctx, defundAccountBody))
    markReplay(ctx, opened.replayed)
    answer(ctx, { operation: presentOperation(opened.operation), txHash: opened.txHash }, 201)
  }
}
