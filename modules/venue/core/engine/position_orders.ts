import type { Draft } from './draft.ts'
import { cancelOrder } from './order_end.ts'
import { isRefusal, readOrderTerms, type OrderRequest } from './order_terms.ts'
import { newOrder, placeOrder } from './place_order.ts'
import { refuse, within, type Refusal } from './refusals.ts'
import { RATE_ONE, formatFixed } from '../numerics.ts'
import { marketOf } from './market_inputs.ts'
import { absolute, closingSide, type Order } from './state.ts'
import { checkNotional, checkPlaceable, checkPriceBand } from './check_order.ts'
import { checkTriggerPrice } from './triggers.ts'

export interface PositionTrigger {
  orderId: string
  triggerPx: string
  /** Limit price of the order it fires; left out, it fires a market order. */
  price?: string
  /** Left out, the trigger closes the whole position of the moment it fires. */
  size?: string
}

export interface PositionTriggers {
  objectId: string
  market: string
  takeProfit?: PositionTrigger
  stopLoss?: PositionTrigger
  stack?: boolean
  /** Links the two triggers, so that a fill of one ends the other. */
  ocoGroupId?: string
}

/** The field of a request that has the trigger of each kind. */
export const TRIGGER_FIELDS = { tp: 'takeProfit', sl: 'stopLoss' } as const

/**
 * Protects a position. A new trigger replaces the one of its kind, unless the request asks for
 * stacking.
 */
export function setPositionTriggers(draft: Draft, wish: PositionTriggers): Refusal | null {
  for (const tpsl of ['tp', 'sl'] as const) {
    const part = wish[TRIGGER_FIELDS[tpsl]]
    const refusal = part ? placePositionTrigger(draft, wish, part, tpsl) : null
    if (refusal) return within(TRIGGER_FIELDS[tpsl], refusal)
  }
  return null
}

function placePositionTrigger(
  draft: Draft,
  wish: PositionTriggers,
  part: PositionTrigger,
  tpsl: 'tp' | 'sl'
): Refusal | null {
  const { objectId, market } = wish
  const position = draft.requireAccount(objectId).positions[market]
  if (!position) return refuse('position_not_found', { objectId, market })
  const request: OrderRequest = {
    market,
    side: closingSide(position.size),
    orderType: part.price === undefined ? 'MARKET' : 'LIMIT',
    reduceOnly: true,
    isTrigger: true,
    triggerPx: part.triggerPx,
    tpsl,
    isMarket: part.price === undefined,
    sizeToMax: part.size === undefined,
    ...(part.size === undefined ? {} : { size: part.size }),
    ...(part.price === undefined ? {} : { price: part.price }),
    ...(wish.ocoGroupId === undefined ? {} : { ocoGroupId: wish.ocoGroupId }),
  }
  const terms = readOrderTerms(draft.inputs, request)
  if (isRefusal(terms)) return terms
  const order = newOrder(draft, terms, { orderId: part.orderId, objectId })
  const unsized = terms.trigger!.sizeToMax
  // The old trigger is replaced before the limit is checked: an exchange of one for one always has
  // room.
  if (!wish.stack) replaceTriggers(draft, order)
  const refusal =
    checkPlaceable(draft, order) ??
    (unsized ? null : checkNotional(draft, order, order.size)) ??
    checkPriceBand(draft, order) ??
    checkTriggerPrice(draft, order)
  if (refusal) return refusal
  draft.putOrder({ ...order, status: 'WAITING_FOR_TRIGGER' })
  return null
}

function replaceTriggers(draft: Draft, order: Order): void {
  for (const other of draft.ordersOf(order.objectId)) {
    const sameKind = other.trigger?.tpsl === order.trigger!.tpsl && other.reduceOnly
    const waits = other.status === 'WAITING_FOR_TRIGGER' && other.market === order.market
    if (sameKind && waits) cancelOrder(draft, other, 'replaced')
  }
}

export interface PositionClose {
  objectId: string
  market: string
  orderId: string
  /** Left out, the whole position; more than the position is never closed. */
  size?: string
  /** By how much the position may be smaller than `size`; left out, by any amount. */
  sizeTolerance?: string
}

/** Closes a position, or a part of it, with a market order. */
export function closePosition(draft: Draft, wish: PositionClose): Refusal | null {
  const { objectId, market, orderId, size, sizeTolerance } = wish
  const position = draft.requireAccount(objectId).positions[market]
  if (!position) return refuse('position_not_found', { objectId, market })
  const terms = readOrderTerms(draft.inputs, {
    market,
    side: closingSide(position.size),
    orderType: 'MARKET',
    size: size ?? wholeSize(draft, position),
    reduceOnly: true,
    ...(sizeTolerance === undefined ? {} : { sizeTolerance }),
  })
  if (isRefusal(terms)) return terms
  const held = absolute(position.size)
  const kept = terms.size * (RATE_ONE - (terms.sizeTolerance ?? RATE_ONE))
  if (held * RATE_ONE < kept) {
    return refuse('max_below_tolerance', { maxSize: wholeSize(draft, position) })
  }
  return placeOrder(draft, terms, { orderId, objectId })
}

function wholeSize(draft: Draft, { market, size }: { market: string; size: bigint }): string {
  const { szDecimals } = marketOf(draft.inputs, market)
  return formatFixed(absolute(size), szDecimals)
}
