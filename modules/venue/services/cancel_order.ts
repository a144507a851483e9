import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { OrderHistory } from '../storage/order_history.ts'
import { orderOutcome, type OrderTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

/** Ends a live order. */
@singleton()
export class CancelOrder {
  constructor(
    private send: SendCommand,
    private orders: OrderHistory
  ) {}

  run(
    principal: Principal,
    { orderId, ...place }: CommandTarget & { orderId: string }
  ): Promise<Sent<OrderTold>> {
    const { objectId } = place
    return this.orders.orEnded(objectId, orderId, () =>
      this.send.run(principal, {
        ...place,
        action: 'svc:CancelOrder',
        opType: 'cancel',
        market: null,
        request: { orderId },
        command: () => ({ type: 'cancel_order', objectId, orderId }),
        outcome: (operationId) => orderOutcome('cancel', orderId, operationId),
      })
    )
  }
}
