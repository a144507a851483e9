import type { Lots } from '../numerics.ts'
import {
  checkNotional,
  checkPlaceable,
  checkPostOnly,
  checkPriceBand,
  checkReduces,
} from './check_order.ts'
import type { Draft } from './draft.ts'
import { reducible } from './fill_resting.ts'
import { fits, fitSize } from './fit_size.ts'
import { settingOf } from './margin.ts'
import type { OrderTerms } from './order_terms.ts'
import type { Refusal } from './refusals.ts'
import { MARKET_SLIPPAGE, marketLimit, runOrder } from './run_order.ts'
import { setLeverage, setMarginMode } from './settings.ts'
import { smaller, type Order } from './state.ts'
import { checkTriggerPrice, holdsNow, fireTrigger } from './triggers.ts'

export interface OrderLinks {
  orderId: string
  objectId: string
  parentOrderId?: string
  twapId?: string
}

export function newOrder(draft: Draft, terms: OrderTerms, links: OrderLinks): Order {
  return {
    market: terms.market,
    side: terms.side,
    orderType: terms.orderType,
    size: terms.size,
    price: terms.price,
    timeInForce: terms.timeInForce,
    reduceOnly: terms.reduceOnly,
    trigger: terms.trigger,
    ocoGroupId: terms.ocoGroupId,
    useMax: terms.useMax,
    sizeTolerance: terms.sizeTolerance,
    applicationFeeTenthsBps: terms.applicationFeeTenthsBps,
    orderId: links.orderId,
    objectId: links.objectId,
    parentOrderId: links.parentOrderId ?? null,
    twapId: links.twapId ?? null,
    filled: 0n,
    filledNotional: 0n,
    status: 'PENDING',
    cancelReason: null,
    priority: draft.nextSeq(),
    createdAtMs: draft.nowMs,
    updatedAtMs: draft.nowMs,
    triggeredAtMs: null,
  }
}

/** Phase B, in the documented order: the first refusal wins and undoes everything. */
export function placeOrder(draft: Draft, terms: OrderTerms, links: OrderLinks): Refusal | null {
  const order = newOrder(draft, terms, links)
  return (
    checkPlaceable(draft, order) ??
    applySetting(draft, terms, links.objectId) ??
    checkReduces(draft, order) ??
    (order.trigger ? placeTrigger(draft, order) : placeSized(draft, order))
  )
}

/**
 * Sets leverage and mode, which belong to the market and not to the order. An order that only
 * reduces sets neither.
 */
export function applySetting(draft: Draft, terms: OrderTerms, objectId: string): Refusal | null {
  if (terms.reduceOnly) return null
  const account = draft.requireAccount(objectId)
  const { mode } = settingOf(draft.inputs, account, terms.market)
  const wanted = terms.isolated === null ? mode : terms.isolated ? 'isolated' : 'cross'
  const refusal = setMarginMode(draft, objectId, terms.market, wanted)
  if (refusal || terms.leverage === null) return refusal
  return setLeverage(draft, objectId, terms.market, terms.leverage)
}

function placeTrigger(draft: Draft, order: Order): Refusal | null {
  const refusal =
    (order.trigger!.sizeToMax ? null : checkNotional(draft, order, order.size)) ??
    checkPriceBand(draft, order) ??
    checkTriggerPrice(draft, order)
  if (refusal) return refusal
  draft.putOrder({ ...order, status: 'WAITING_FOR_TRIGGER' })
  // Only an entry can get here with its condition met: it fires at once.
  if (holdsNow(draft, order)) fireTrigger(draft, draft.order(order.orderId)!)
  return null
}

/** Places an order at its size, or as near to it as its tolerance and the margin allow. */
function placeSized(draft: Draft, order: Order): Refusal | null {
  return fitSize(draft, order, (sized) => placeNow(draft, sized))
}

/** Whether an order of this many lots is not too large. */
export function sizeFits(draft: Draft, order: Order, lots: Lots): boolean {
  return fits(draft, () => placeNow(draft, { ...order, size: lots }))
}

function placeNow(draft: Draft, order: Order): Refusal | null {
  const sized = clipped(draft, order)
  const refusal =
    checkNotional(draft, sized, sized.size) ??
    checkPriceBand(draft, sized) ??
    checkPostOnly(draft, sized)
  if (refusal) return refusal
  const limit = sized.price ?? marketLimit(draft, sized.market, sized.side, MARKET_SLIPPAGE)
  return runOrder(draft, sized, limit)
}

/**
 * An order that cannot rest is clipped to the position at once, so that one that closes all of it
 * counts as filled.
 */
function clipped(draft: Draft, order: Order): Order {
  const rests = order.orderType === 'LIMIT' && order.timeInForce !== 'IOC'
  if (!order.reduceOnly || rests) return order
  return { ...order, size: smaller(order.size, reducible(draft, order)) }
}
