import { notionalMicros, type Lots } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { feesOf } from './fees.ts'
import { fillSide } from './fill_side.ts'
import { freeMargin } from './margin.ts'
import { marketOf } from './market_inputs.ts'
import { cancelOrder, followFill, settleLegs } from './order_end.ts'
import { remainingOf } from './order_reserve.ts'
import { refuse } from './refusals.ts'
import { absolute, closingSide, smaller, type Order, type Side } from './state.ts'

/** How many lots of a position an order of this side can close. */
export function reducible(
  draft: Draft,
  { objectId, market, side }: { objectId: string; market: string; side: Side }
): Lots {
  const held = draft.requireAccount(objectId).positions[market]?.size ?? 0n
  return held !== 0n && closingSide(held) === side ? absolute(held) : 0n
}

/**
 * Fills a resting order at its own price, as maker. The order is cancelled instead when it no
 * longer can do what it was placed for: it has nothing to reduce, or its margin is gone.
 *
 * @returns lots filled, zero when the order was cancelled
 */
export function fillResting(draft: Draft, order: Order, wanted: Lots, counterparty: string): Lots {
  const remaining = smaller(wanted, remainingOf(order))
  const lots = order.reduceOnly ? smaller(remaining, reducible(draft, order)) : remaining
  if (lots === 0n) {
    cancelOrder(draft, order, 'reduce_only')
    return 0n
  }
  const refused = draft.attempt(() => {
    const opened = bookMakerFill(draft, order, lots, counterparty)
    if (opened === 0n || freeMargin(draft, order.objectId) >= 0n) return null
    return refuse('insufficient_margin')
  })
  if (!refused) return lots
  cancelOrder(draft, order, 'insufficient_margin')
  return 0n
}

function bookMakerFill(draft: Draft, order: Order, lots: Lots, counterparty: string): Lots {
  const { objectId, market, side, orderId, twapId } = order
  const { szDecimals, makerFeeRate } = marketOf(draft.inputs, market)
  const price = order.price!
  const notional = notionalMicros(price, lots, szDecimals)
  const fees = feesOf(notional, {
    exchangeRate: makerFeeRate,
    platformTenthsBps: draft.inputs.fees.platformTenthsBps,
    applicationTenthsBps: order.applicationFeeTenthsBps,
  })
  const fill = { objectId, market, side, lots, price, fees, orderId, twapId, counterparty }
  const change = fillSide(draft, {
    ...fill,
    isMaker: true,
    isLiquidation: false,
    release: 'pro_rata',
  })
  const filled = order.filled + lots
  const next: Order = {
    ...order,
    filled,
    filledNotional: order.filledNotional + notional,
    status: filled === order.size ? 'FILLED' : 'PARTIALLY_FILLED',
  }
  draft.putOrder(next)
  followFill(draft, order, change)
  if (next.status === 'FILLED') settleLegs(draft, next)
  return change.opened
}
