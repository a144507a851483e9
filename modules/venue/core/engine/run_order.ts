import { RATE_ONE, type Price, type Rate } from '../numerics.ts'
import type { Draft } from './draft.ts'
import type { FeeTerms } from './fees.ts'
import { checkExposure, exposureOf } from './exposure.ts'
import { match } from './match.ts'
import { marketOf, pricedMarket } from './market_inputs.ts'
import { cancelOrder, settleLegs } from './order_end.ts'
import { refuse, type Refusal } from './refusals.ts'
import type { CancelReason, Order, Side } from './state.ts'

/**
 * How far from the mid the fills of a market order, a triggered order and a slice of a TWAP may be.
 */
export const MARKET_SLIPPAGE: Rate = 50_000_000_000n
export const TRIGGER_SLIPPAGE: Rate = 100_000_000_000n
export const TWAP_SLIPPAGE: Rate = 30_000_000_000n

/** The worst price at this distance from a reference; floored for buys and ceiled for sells. */
export function slippageLimit(side: Side, reference: Price, share: Rate): Price {
  if (side === 'buy') return (reference * (RATE_ONE + share)) / RATE_ONE
  return (reference * (RATE_ONE - share) + RATE_ONE - 1n) / RATE_ONE
}

export function takerTerms(draft: Draft, market: string, applicationTenthsBps: number): FeeTerms {
  const { takerFeeRate } = marketOf(draft.inputs, market)
  const { platformTenthsBps } = draft.inputs.fees
  return { exchangeRate: takerFeeRate, platformTenthsBps, applicationTenthsBps }
}

/** Why an order that met no other order is refused. */
const NOTHING_FOUND = { MARKET: 'no_liquidity', LIMIT: 'ioc_no_match' } as const

/**
 * Lets a new or triggered order meet the book, then rests or ends it. The caller must undo a
 * refusal: fills are booked before the margin is checked, so that the check sees the real margin.
 *
 * @param limit worst price: the order's own, or the slippage limit
 */
export function runOrder(draft: Draft, order: Order, limit: Price): Refusal | null {
  const before = exposureOf(draft, order.objectId)
  const { filled, notional, opened } = match(draft, {
    ...order,
    lots: order.size - order.filled,
    limit,
    fees: takerTerms(draft, order.market, order.applicationFeeTenthsBps),
    isLiquidation: false,
    release: 'pro_rata',
  })
  const takesOnly = order.orderType === 'MARKET' || order.timeInForce === 'IOC'
  if (filled === 0n && takesOnly) return refuse(NOTHING_FOUND[order.orderType])
  const current: Order = {
    ...order,
    filled: order.filled + filled,
    filledNotional: order.filledNotional + notional,
  }
  if (current.filled === current.size) {
    const ended: Order = { ...current, status: 'FILLED' }
    draft.putOrder(ended)
    settleLegs(draft, ended)
  } else {
    const reason = remainderReason(draft, current, takesOnly)
    if (reason) cancelOrder(draft, current, reason)
    else draft.putOrder({ ...current, status: current.filled > 0n ? 'PARTIALLY_FILLED' : 'OPEN' })
  }
  return checkExposure(draft, order, before, opened)
}

/** Why the unfilled part may not rest; null when it may. */
function remainderReason(draft: Draft, order: Order, takesOnly: boolean): CancelReason | null {
  if (order.reduceOnly) {
    const held = draft.requireAccount(order.objectId).positions[order.market]?.size ?? 0n
    if (held === 0n) return 'reduce_only'
  }
  return takesOnly ? 'ioc_remainder' : null
}

export function marketLimit(draft: Draft, market: string, side: Side, share: Rate): Price {
  return slippageLimit(side, pricedMarket(draft.inputs, market).prices.mid, share)
}
