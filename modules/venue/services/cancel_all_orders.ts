import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ordersOutcome, type OrdersTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

/** Ends all live orders of an account, or those of one market. */
@singleton()
export class CancelAllOrders {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { market, ...place }: CommandTarget & { market?: string }
  ): Promise<Sent<OrdersTold>> {
    const { objectId } = place
    return this.send.run(principal, {
      ...place,
      action: 'svc:CancelOrder',
      opType: 'cancel',
      market: market ?? null,
      request: { market: market ?? null },
      command: () => ({ type: 'cancel_all', objectId, market: market ?? null }),
      outcome: () => ordersOutcome('cancel'),
    })
  }
}
