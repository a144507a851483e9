import { syntheticLevels } from '../engine/synthetic_book.ts'
import type { PricedMarket } from '../engine/market_inputs.ts'
import type { Lots, Price } from '../numerics.ts'
import { msOfTick } from '../tick.ts'

export interface ViewedLevel {
  price: Price
  lots: Lots
  /** Number of orders at this price; the synthetic side counts as one. */
  orders: number
}

export interface OwnLevel extends ViewedLevel {
  side: 'bids' | 'asks'
}

const MAX_LEVELS = 20

/**
 * One side of the book that can be traded with: the synthetic levels less what was taken, and
 * resting orders.
 */
export function bookSide(
  input: PricedMarket,
  { seed, tick }: { seed: string; tick: number },
  side: 'bids' | 'asks',
  own: { resting: readonly OwnLevel[]; taken: Lots }
): ViewedLevel[] {
  const inputs = {
    nowMs: msOfTick(tick),
    tick,
    bookSeed: seed,
    markets: new Map([[input.market.id, input]]),
    fees: { platformTenthsBps: 0, applicationTenthsBps: 0 },
  }
  const levels = new Map<Price, ViewedLevel>()
  const add = (level: ViewedLevel) => {
    const { lots = 0n, orders = 0 } = levels.get(level.price) ?? {}
    const { price } = level
    levels.set(price, { price, lots: lots + level.lots, orders: orders + level.orders })
  }
  for (const level of own.resting) {
    if (level.side === side) add({ price: level.price, lots: level.lots, orders: level.orders })
  }
  for (const level of syntheticLevels(inputs, input, side, own.taken)) add({ ...level, orders: 1 })
  const direction = side === 'bids' ? -1n : 1n
  return [...levels.values()]
    .sort((a, b) => Number((a.price - b.price) * direction > 0n) * 2 - 1)
    .slice(0, MAX_LEVELS)
}
