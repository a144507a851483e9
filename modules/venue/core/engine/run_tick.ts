import type { Lots, Price } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { fillResting } from './fill_resting.ts'
import { payFunding, type FundingRate } from './funding.ts'
import { liquidate } from './liquidate.ts'
import { isPriced } from './margin.ts'
import { hasPrices, marketOf, type PricedMarket } from './market_inputs.ts'
import { isResting, remainingOf } from './order_reserve.ts'
import { smaller, type Order, type Side } from './state.ts'
import { facing, isWithin, syntheticLevels } from './synthetic_book.ts'
import { fireTriggers } from './triggers.ts'
import { runTwaps } from './twap.ts'

/**
 * One pass over the realm after prices have moved, always in this order. Triggers come before
 * liquidation, so that a protective stop inside the same price gap acts first. A tick that was
 * passed before changes nothing, so passing it twice is harmless.
 */
export function runTick(draft: Draft, funding: readonly FundingRate[]): null {
  if (draft.inputs.tick <= draft.tick) return null
  draft.reachTick(draft.inputs.tick)
  for (const rate of funding) {
    const payable = isOpen(draft, rate.market) && hasPrices(draft.inputs, rate.market)
    if (payable) payFunding(draft, rate)
  }
  for (const [marketId, input] of draft.inputs.markets) {
    if (input.prices && isOpen(draft, marketId)) fillCrossed(draft, input as PricedMarket)
  }
  fireTriggers(draft)
  runTwaps(draft)
  for (const objectId of draft.objectIds()) liquidate(draft, objectId)
  return null
}

function isOpen(draft: Draft, marketId: string): boolean {
  return !marketOf(draft.inputs, marketId).isDelisted && !draft.isDelisted(marketId)
}

/** Fills the resting orders the synthetic book has moved through, at their own prices. */
function fillCrossed(draft: Draft, input: PricedMarket): void {
  const { bid, ask } = input.prices
  const crossed = {
    buy: draft.restingWithin(input.market.id, 'buy', ask),
    sell: draft.restingWithin(input.market.id, 'sell', bid),
  }
  for (const side of ['buy', 'sell'] as const) {
    for (const order of crossed[side]) fillPassively(draft, input, order)
  }
}

function fillPassively(draft: Draft, input: PricedMarket, { orderId, side }: Order): void {
  const order = draft.order(orderId)
  if (!order || !isResting(order)) return
  if (!isPriced(draft.inputs, draft.requireAccount(order.objectId))) return
  const available = crossedDepth(draft, input, side, order.price!)
  if (available === 0n) return
  const wanted = smaller(available, remainingOf(order))
  const lots = fillResting(draft, order, wanted, 'house')
  if (lots > 0n) draft.takeDepth(order.market, facing(side), lots)
}

/** The lots that the synthetic side offers an order of this side, at a price or better. */
function crossedDepth(draft: Draft, input: PricedMarket, side: Side, limit: Price): Lots {
  const taken = draft.depletionOf(input.market.id)[facing(side)]
  return syntheticLevels(draft.inputs, input, facing(side), taken)
    .filter(({ price }) => isWithin(side, price, limit))
    .reduce((sum, { lots }) => sum + lots, 0n)
}
