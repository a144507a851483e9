import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OrderRequest } from '../core/engine/order_terms.ts'
import { failedOrder } from './failed_order.ts'
import { ordersOutcome, type OrdersTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

export interface PlaceBracketCommand extends CommandTarget {
  /** The entry order first, then its legs. */
  orders: readonly OrderRequest[]
}

/** Places an entry with the triggers that protect it, which are armed when it fills. */
@singleton()
export class PlaceBracket {
  constructor(private send: SendCommand) {}

  run(principal: Principal, { orders, ...place }: PlaceBracketCommand): Promise<Sent<OrdersTold>> {
    const { objectId } = place
    const [entry, ...rest] = orders as [OrderRequest, ...OrderRequest[]]
    const orderId = newId('ord')
    const legs = rest.map((request) => ({ orderId: newId('ord'), request }))
    const ids = { objectId, orderId, ocoGroupId: newId('ord') }
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'order',
      market: entry.market,
      request: { orders, grouping: 'normalTpsl' },
      command: () => ({ type: 'place_bracket', ...ids, entry, legs }),
      outcome: () => ordersOutcome('order'),
      failedOrder: (operationId) => failedOrder({ orderId, objectId, operationId }, entry),
    })
  }
}
