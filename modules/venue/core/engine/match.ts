import type { Lots, Price } from '../numerics.ts'
import { notionalMicros } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { feesOf, type FeeTerms } from './fees.ts'
import { fillResting, reducible } from './fill_resting.ts'
import { fillSide, type SideFill } from './fill_side.ts'
import { isPriced } from './margin.ts'
import { marketOf, pricedMarket } from './market_inputs.ts'
import { cancelOrder, followFill } from './order_end.ts'
import { isResting } from './order_reserve.ts'
import { opposite, smaller, type MicroUsd, type Order, type Side } from './state.ts'
import { facing, isWithin, syntheticLevels, type BookLevel } from './synthetic_book.ts'

/** An order as it arrives at the book. */
export interface Aggressor {
  objectId: string
  market: string
  side: Side
  lots: Lots
  /** Worst price it accepts; null takes the whole book. */
  limit: Price | null
  reduceOnly: boolean
  fees: FeeTerms
  orderId: string | null
  twapId: string | null
  ocoGroupId: string | null
  isLiquidation: boolean
  release: SideFill['release']
}

export interface MatchResult {
  filled: Lots
  notional: MicroUsd
  /** Part of the fills that opened or increased a position. */
  opened: Lots
}

/**
 * Matches by price, then time; at one price the realm's orders come before the synthetic book.
 * Every level that is consumed makes one fill. A resting order of the same account is cancelled,
 * not met.
 */
export function match(draft: Draft, aggressor: Aggressor): MatchResult {
  const { market, side, limit } = aggressor
  const taken = draft.depletionOf(market)[facing(side)]
  const input = pricedMarket(draft.inputs, market)
  const levels = syntheticLevels(draft.inputs, input, facing(side), taken)
  const makers = draft
    .restingWithin(market, opposite(side), limit)
    .filter(({ objectId }) => isPriced(draft.inputs, draft.requireAccount(objectId)))
  const result: MatchResult = { filled: 0n, notional: 0n, opened: 0n }
  for (;;) {
    const wanted = wantedLots(draft, aggressor, result.filled)
    if (wanted === 0n) return result
    const maker = nextMaker(draft, makers)
    const level = nextLevel(levels)
    const meetsMaker = maker && (!level || isWithin(side, maker.price!, level.price))
    const price = meetsMaker ? maker.price! : level?.price
    if (price === undefined || !isWithin(side, price, limit)) return result
    if (meetsMaker) meetMaker(draft, aggressor, maker, wanted, result)
    else {
      const lots = smaller(wanted, level!.lots)
      level!.lots -= lots
      draft.takeDepth(market, facing(side), lots)
      take(draft, aggressor, { lots, price, counterparty: 'house' }, result)
    }
  }
}

function wantedLots(draft: Draft, aggressor: Aggressor, filled: Lots): Lots {
  const remaining = aggressor.lots - filled
  return aggressor.reduceOnly ? smaller(remaining, reducible(draft, aggressor)) : remaining
}

/** The best resting order that still lives; ended ones before it are dropped. */
function nextMaker(draft: Draft, makers: Order[]): Order | undefined {
  for (;;) {
    const [first] = makers
    if (!first) return undefined
    const order = draft.order(first.orderId)
    if (order && isResting(order)) return order
    makers.shift()
  }
}

function nextLevel(levels: BookLevel[]): BookLevel | undefined {
  while (levels[0]?.lots === 0n) levels.shift()
  return levels[0]
}

function meetMaker(
  draft: Draft,
  aggressor: Aggressor,
  maker: Order,
  wanted: Lots,
  result: MatchResult
): void {
  if (maker.objectId === aggressor.objectId) {
    cancelOrder(draft, maker, 'self_trade')
    return
  }
  const lots = fillResting(draft, maker, wanted, aggressor.objectId)
  if (lots === 0n) return
  take(draft, aggressor, { lots, price: maker.price!, counterparty: maker.objectId }, result)
}

function take(
  draft: Draft,
  aggressor: Aggressor,
  { lots, price, counterparty }: { lots: Lots; price: Price; counterparty: string },
  result: MatchResult
): void {
  const { objectId, market, side, orderId, twapId, isLiquidation, release } = aggressor
  const notional = notionalMicros(price, lots, marketOf(draft.inputs, market).szDecimals)
  const fees = feesOf(notional, aggressor.fees)
  const fill = { objectId, market, side, lots, price, fees, orderId, twapId, counterparty }
  const change = fillSide(draft, { ...fill, isMaker: false, isLiquidation, release })
  result.filled += lots
  result.notional += notional
  result.opened += change.opened
  followFill(draft, aggressor, change)
}
