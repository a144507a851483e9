import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OrderRequest } from '../core/engine/order_terms.ts'
import { failedOrder } from './failed_order.ts'
import { orderOutcome, type OrderTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

export interface PlaceOrderCommand extends CommandTarget {
  order: OrderRequest
}

/** Places one order. */
@singleton()
export class PlaceOrder {
  constructor(private send: SendCommand) {}

  run(principal: Principal, { order, ...place }: PlaceOrderCommand): Promise<Sent<OrderTold>> {
    const { objectId } = place
    const orderId = newId('ord')
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'order',
      market: order.market,
      request: order,
      command: () => ({ type: 'place_order', objectId, orderId, order }),
      outcome: (operationId) => orderOutcome('order', orderId, operationId),
      failedOrder: (operationId) => failedOrder({ orderId, objectId, operationId }, order),
    })
  }
}
