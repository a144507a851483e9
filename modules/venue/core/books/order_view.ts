import { averagePrice } from '../engine/lot.ts'
import type { Order } from '../engine/state.ts'
import { formatFixed, formatPrice } from '../numerics.ts'
import type { OrderRow } from './rows.ts'

/** An order as it is shown, without its times. Decimals are texts. */
export function orderView(
  { order, operationId, leverage, failureReason }: OrderRow,
  szDecimals: number
) {
  const { trigger } = order
  return {
    id: order.orderId,
    operationId,
    objectId: order.objectId,
    market: order.market,
    side: order.side,
    orderType: order.orderType,
    price: order.price === null ? null : formatPrice(order.price),
    size: formatFixed(order.size, szDecimals),
    filledSize: formatFixed(order.filled, szDecimals),
    avgFillPrice: averageFill(order, szDecimals),
    status: order.status,
    cancelReason: order.cancelReason,
    failureReason,
    reduceOnly: order.reduceOnly,
    timeInForce: order.timeInForce,
    leverage,
    isTrigger: trigger !== null,
    triggerPx: trigger && formatPrice(trigger.triggerPx),
    isMarket: trigger ? trigger.isMarket : order.orderType === 'MARKET',
    tpsl: trigger && trigger.tpsl,
    sizeToMax: trigger?.sizeToMax ?? false,
    ocoGroupId: order.ocoGroupId,
    applicationFeeTenthsBps: order.applicationFeeTenthsBps,
  }
}

export type OrderView = ReturnType<typeof orderView>

function averageFill({ filled, filledNotional }: Order, szDecimals: number): string | null {
  return filled === 0n ? null : formatPrice(averagePrice(filledNotional, filled, szDecimals))
}
