import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { OrderHistory } from '../storage/order_history.ts'
import { orderOutcome, type OrderTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

/** Changes the total size of a live order. */
@singleton()
export class ResizeOrder {
  constructor(
    private send: SendCommand,
    private orders: OrderHistory
  ) {}

  run(
    principal: Principal,
    { orderId, newSize, ...place }: CommandTarget & { orderId: string; newSize: string }
  ): Promise<Sent<OrderTold>> {
    const { objectId } = place
    return this.orders.orEnded(objectId, orderId, () =>
      this.send.run(principal, {
        ...place,
        action: 'svc:PlaceOrder',
        opType: 'adjustment',
        market: null,
        request: { orderId, newSize },
        command: () => ({ type: 'resize_order', objectId, orderId, newSize }),
        outcome: (operationId) => orderOutcome('adjustment', orderId, operationId),
      })
    )
  }
}
