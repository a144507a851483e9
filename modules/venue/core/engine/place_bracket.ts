import type { Draft } from './draft.ts'
import { checkNotional, checkPlaceable } from './check_order.ts'
import { isRefusal, readOrderTerms, type OrderRequest, type OrderTerms } from './order_terms.ts'
import { newOrder, placeOrder } from './place_order.ts'
import { markOf } from './market_inputs.ts'
import { refuse, within, type Refusal } from './refusals.ts'
import { conditionHolds } from './triggers.ts'
import type { Inputs } from './market_inputs.ts'

export interface BracketLeg {
  orderId: string
  request: OrderRequest
}

export interface BracketTerms {
  entry: OrderTerms
  legs: readonly { orderId: string; terms: OrderTerms }[]
}

/**
 * Phase A of an entry with its legs, which are reduce-only triggers against the entry, at most one
 * of each kind.
 */
export function readBracketTerms(
  inputs: Inputs,
  entry: OrderRequest,
  legs: readonly BracketLeg[]
): BracketTerms | Refusal {
  const entryTerms = within('orders.0', readOrderTerms(inputs, entry))
  if (isRefusal(entryTerms)) return entryTerms
  if (entryTerms.trigger || entryTerms.reduceOnly || legs.length < 1 || legs.length > 2) {
    return refuse('bad_batch_grouping')
  }
  const read: { orderId: string; terms: OrderTerms }[] = []
  for (const [index, { orderId, request }] of legs.entries()) {
    if (!request.isTrigger) return refuse('bad_batch_grouping')
    const terms = within(`orders.${index + 1}`, readOrderTerms(inputs, request))
    if (isRefusal(terms)) return terms
    const fits = terms.trigger !== null && terms.reduceOnly && terms.market === entryTerms.market
    const repeated = read.some((other) => other.terms.trigger?.tpsl === terms.trigger?.tpsl)
    if (!fits || terms.side === entryTerms.side || repeated) return refuse('bad_batch_grouping')
    read.push({ orderId, terms })
  }
  return { entry: entryTerms, legs: read }
}

/** Stores the legs first, waiting, so that an entry that fills at once finds them and arms them. */
export function placeBracket(
  draft: Draft,
  { entry, legs }: BracketTerms,
  ids: { objectId: string; orderId: string; ocoGroupId: string }
): Refusal | null {
  const { objectId, orderId, ocoGroupId } = ids
  // The price at which the entry is expected to open; a leg beyond it would fire as soon as it is
  // armed.
  const reference = entry.price ?? markOf(draft.inputs, entry.market)
  for (const leg of legs) {
    const links = { orderId: leg.orderId, objectId, parentOrderId: orderId }
    const order = { ...newOrder(draft, leg.terms, links), ocoGroupId }
    const refusal =
      checkPlaceable(draft, order) ??
      (order.trigger!.sizeToMax ? null : checkNotional(draft, order, order.size))
    if (refusal) return refusal
    if (conditionHolds(order.side, order.trigger!, reference)) return refuse('bad_trigger_price')
    draft.putOrder(order)
  }
  return placeOrder(draft, entry, { orderId, objectId })
}
