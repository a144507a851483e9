import {
  PRICE_DECIMALS,
  divideHalfEven,
  notionalMicros,
  powerOfTen,
  type Lots,
  type Price,
} from '../numerics.ts'
import { absolute, signOf, smaller, type MicroUsd, type Side } from './state.ts'

export const DIRECTIONS = [
  'open_long',
  'open_short',
  'increase_long',
  'increase_short',
  'reduce_long',
  'reduce_short',
  'close_long',
  'close_short',
  'flip_long_to_short',
  'flip_short_to_long',
] as const

export type Direction = (typeof DIRECTIONS)[number]

/** Size and entry value of a position; both zero when flat. */
export interface Holding {
  size: Lots
  entryNotional: MicroUsd
}

export interface LotChange {
  direction: Direction
  /** How many lots of the fill close and how many open; together they are the whole fill. */
  closed: Lots
  opened: Lots
  /** Before fees; zero when nothing closes. */
  realizedPnl: MicroUsd
  after: Holding
}

/**
 * The effect of a fill on a position. A reduction takes the same share of the entry value as of the
 * size, truncated; a full close takes all of it, so that nothing is left over at the end of a lot.
 */
export function fillHolding(
  before: Holding,
  side: Side,
  lots: Lots,
  price: Price,
  szDecimals: number
): LotChange {
  const sign = signOf(side)
  const reduces = before.size * sign < 0n
  const closed = reduces ? smaller(lots, absolute(before.size)) : 0n
  const opened = lots - closed
  const size = before.size + sign * lots
  const part =
    closed === absolute(before.size)
      ? before.entryNotional
      : (before.entryNotional * closed) / absolute(before.size)
  const closedPart = closed === 0n ? 0n : part
  // A buy that closes a short pays the price and gives back a negative entry value.
  const realizedPnl = closed === 0n ? 0n : -sign * notionalMicros(price, closed, szDecimals) - part
  const entryNotional =
    before.entryNotional - closedPart + sign * notionalMicros(price, opened, szDecimals)
  const direction = directionOf(before.size, size)
  return { direction, closed, opened, realizedPnl, after: { size, entryNotional } }
}

function directionOf(before: Lots, after: Lots): Direction {
  if (before === 0n) return after > 0n ? 'open_long' : 'open_short'
  const name = before > 0n ? 'long' : 'short'
  if (after === 0n) return `close_${name}`
  if (before > 0n !== after > 0n) return before > 0n ? 'flip_long_to_short' : 'flip_short_to_long'
  return absolute(after) > absolute(before) ? `increase_${name}` : `reduce_${name}`
}

const USD_DECIMALS = 6

/**
 * The average price per unit, to eight decimals.
 *
 * @param lots same sign as the notional, not zero
 */
export function averagePrice(notional: MicroUsd, lots: Lots, szDecimals: number): Price {
  const perLot = powerOfTen(PRICE_DECIMALS - USD_DECIMALS + szDecimals)
  return divideHalfEven(absolute(notional) * perLot, absolute(lots))
}
