import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { OrderHistory } from '../storage/order_history.ts'
import { orderOutcome } from './order_outcome.ts'
import { type Address, SendCommand, type Sent } from './send_command.ts'

/** Ends a live order. */
@singleton()
export class CancelOrder {
  constructor(
    private send: SendCommand,
    private orders: OrderHistory
  ) {}

  run(principal: Principal, { orderId, ...address }: Address & { orderId: string }): Promise<Sent> {
    const { objectId } = address
    return this.orders.orEnded(objectId, orderId, () =>
      this.send.run(principal, {
        ...address,
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
