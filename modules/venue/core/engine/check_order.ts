import { formatUsd } from '#app/money/usd'
import {
  RATE_ONE,
  formatPrice,
  notionalMicros,
  type Lots,
  type Price,
  type Rate,
} from '../numerics.ts'
import type { Draft } from './draft.ts'
import { reducible } from './fill_resting.ts'
import { marketOf, pricedMarket } from './market_inputs.ts'
import { refuse, type Refusal } from './refusals.ts'
import { absolute, opposite, type MicroUsd, type Order } from './state.ts'
import { facing, isWithin, syntheticLevels } from './synthetic_book.ts'

/** Most live orders that an account may have. */
export const MAX_OPEN_ORDERS = 1000
const PRICE_BAND: Rate = 950_000_000_000n
const LIMIT_CAP_FACTOR = 10n
const MICROS_PER_USD = 1_000_000n

/** Phase B: checks that do not depend on the size, before anything is matched. */
export function checkPlaceable(draft: Draft, order: Order): Refusal | null {
  if (draft.order(order.orderId)) return refuse('id_in_use')
  const market = marketOf(draft.inputs, order.market)
  if (market.isDelisted || draft.isDelisted(order.market)) return refuse('market_delisted')
  if (draft.countOrders(order.objectId) >= MAX_OPEN_ORDERS) {
    return refuse('too_many_open_orders', { max: `${MAX_OPEN_ORDERS}` })
  }
  return null
}

export function checkReduces(draft: Draft, order: Order): Refusal | null {
  const blocked = order.reduceOnly && reducible(draft, order) === 0n
  return blocked ? refuse('reduce_only_would_increase') : null
}

/**
 * The notional that the rules of size apply to: at the limit price, the trigger price, or the mid.
 */
export function notionalOf(draft: Draft, order: Order, lots: Lots): MicroUsd {
  const { szDecimals } = marketOf(draft.inputs, order.market)
  const reference = order.price ?? order.trigger?.triggerPx
  if (reference !== undefined) return notionalMicros(reference, lots, szDecimals)
  const { mid } = pricedMarket(draft.inputs, order.market).prices
  // A mid may lie half a tick off the grid; twice the mid does not.
  return notionalMicros(2n * mid, lots, szDecimals) / 2n
}

/**
 * Checks the smallest and largest value of an order. An order that only reduces is always allowed,
 * so that every position can be closed in one piece.
 */
export function checkNotional(draft: Draft, order: Order, lots: Lots): Refusal | null {
  const { minNotionalUsd, maxMarketOrderNotionalUsd } = marketOf(draft.inputs, order.market)
  if (order.reduceOnly) return null
  const notional = notionalOf(draft, order, lots)
  if (notional < minNotionalUsd * MICROS_PER_USD) {
    const value = formatUsd(notional)
    return refuse('below_min_notional', { value, minNotional: `${minNotionalUsd}` })
  }
  const factor = order.price === null ? 1n : LIMIT_CAP_FACTOR
  const most = maxMarketOrderNotionalUsd * factor
  if (notional <= most * MICROS_PER_USD) return null
  return refuse('above_max_notional', { value: formatUsd(notional), maxNotional: `${most}` })
}

export function checkPriceBand(draft: Draft, order: Order): Refusal | null {
  if (order.price === null) return null
  const { mid } = pricedMarket(draft.inputs, order.market).prices
  const distance = absolute(order.price - mid)
  if (distance * RATE_ONE <= mid * PRICE_BAND) return null
  return refuse('price_too_far', { price: formatPrice(order.price), mid: formatPrice(mid) })
}

/** An order that must not take is refused when anything on the book would meet it. */
export function checkPostOnly(draft: Draft, order: Order): Refusal | null {
  if (order.timeInForce !== 'ALO') return null
  const best = bestFacing(draft, order)
  if (best === null || !isWithin(order.side, best, order.price)) return null
  return refuse('post_only_would_cross', { best: formatPrice(best) })
}

function bestFacing(draft: Draft, order: Order): Price | null {
  const { market, side } = order
  const taken = draft.depletionOf(market)[facing(side)]
  const input = pricedMarket(draft.inputs, market)
  const [level] = syntheticLevels(draft.inputs, input, facing(side), taken)
  const [maker] = draft.restingWithin(market, opposite(side), order.price)
  const prices = [level?.price, maker?.price].filter((price) => typeof price === 'bigint')
  return prices.reduce<Price | null>((best, price) => {
    return best === null || isWithin(side, price, best) ? price : best
  }, null)
}
