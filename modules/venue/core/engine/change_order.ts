import type { Market } from '../markets.ts'
import { formatFixed, type Lots } from '../numerics.ts'
import { checkNotional } from './check_order.ts'
import type { Draft } from './draft.ts'
import { checkFree, exposureOf } from './exposure.ts'
import { marketOf } from './market_inputs.ts'
import { totalReserve } from './margin.ts'
import { cancelOrder, cancelOrders } from './order_end.ts'
import { isResting } from './order_reserve.ts'
import { refuse, type Refusal } from './refusals.ts'
import type { Order } from './state.ts'

export function findOrder(draft: Draft, objectId: string, orderId: string): Order | Refusal {
  const order = draft.order(orderId)
  return order && order.objectId === objectId
    ? order
    : refuse('order_not_found', { objectId, orderId })
}

/** Cancelling one leg of a group leaves the other leg. */
export function cancelByUser(draft: Draft, order: Order): null {
  cancelOrder(draft, order, 'user_requested')
  return null
}

export function cancelAll(draft: Draft, objectId: string, market: string | null): null {
  const picks = (order: Order) => market === null || order.market === market
  cancelOrders(draft, objectId, 'user_requested', picks)
  return null
}

export function notAboveFilled({ szDecimals }: Market, { filled }: Order, size: Lots): Refusal {
  const bound = `more than the ${formatFixed(filled, szDecimals)} that are filled`
  return refuse('invalid_size', { field: 'newSize', value: formatFixed(size, szDecimals), bound })
}

/**
 * Changes the size of an order. A smaller order keeps its place in the queue; a larger one loses
 * it, and its margin is checked anew.
 *
 * @param size new total, including the filled part
 */
export function resizeOrder(draft: Draft, order: Order, size: Lots): Refusal | null {
  if (order.trigger?.sizeToMax) {
    return refuse('invalid_size', {
      field: 'newSize',
      bound: 'left as it is: the trigger closes all of the position',
    })
  }
  if (size <= order.filled) return notAboveFilled(marketOf(draft.inputs, order.market), order, size)
  const grows = size > order.size
  const notional = checkNotional(draft, order, size)
  if (notional) return notional
  const before = exposureOf(draft, order.objectId)
  draft.putOrder({ ...order, size, priority: grows ? draft.nextSeq() : order.priority })
  if (!grows || !isResting(order)) return null
  const after = totalReserve(draft, draft.requireAccount(order.objectId))
  return after > before.reserve ? checkFree(draft, order.objectId, before) : null
}
