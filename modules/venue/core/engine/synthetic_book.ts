import {
  PRICE_DECIMALS,
  RATE_ONE,
  ceilToTick,
  floorToTick,
  powerOfTen,
  tickAt,
  type Lots,
  type Price,
  type Rate,
} from '../numerics.ts'
import { Xoshiro256 } from '../prng.ts'
import type { Inputs, PricedMarket } from './market_inputs.ts'
import { larger, smaller, type Side } from './state.ts'

export interface BookLevel {
  price: Price
  lots: Lots
}

/** Sizes lie between 0.8 and 1.2 of the plain depth. */
const JITTER_LOW: Rate = 800_000_000_000n
const JITTER_SPAN: Rate = 400_000_000_000n
/** Each further level is a quarter of the first one deeper. */
const GROWTH_QUARTERS = 4n

/** The side of the book that an incoming order of this side trades with. */
export function facing(side: Side): 'bids' | 'asks' {
  return side === 'buy' ? 'asks' : 'bids'
}

/**
 * One side of the synthetic book, best level first. It is derived from the prices of the tick and
 * never stored; what the realm has taken since is removed from its top.
 *
 * @param taken lots already taken from this side
 * @returns levels that the caller may change
 */
export function syntheticLevels(
  inputs: Inputs,
  input: PricedMarket,
  side: 'bids' | 'asks',
  taken: Lots
): BookLevel[] {
  const levels: BookLevel[] = []
  let gone = taken
  for (const { price, lots } of wholeSide(inputs, input, side)) {
    const left = lots - smaller(lots, gone)
    gone -= smaller(lots, gone)
    if (left > 0n) levels.push({ price, lots: left })
  }
  return levels
}

interface WholeSides {
  bookSeed: string
  tick: number
  bids?: readonly BookLevel[]
  asks?: readonly BookLevel[]
}

/**
 * The whole sides, before anything is taken from them. A tick that ends a thousand positions asks
 * for them a thousand times. They are remembered for the market input that they are derived from,
 * which never changes.
 */
const WHOLE_SIDES = new WeakMap<PricedMarket, WholeSides>()

function wholeSide(
  inputs: Inputs,
  input: PricedMarket,
  side: 'bids' | 'asks'
): readonly BookLevel[] {
  const { bookSeed, tick } = inputs
  let known = WHOLE_SIDES.get(input)
  if (known?.bookSeed !== bookSeed || known.tick !== tick) {
    known = { bookSeed, tick }
    WHOLE_SIDES.set(input, known)
  }
  return (known[side] ??= makeSide(inputs, input, side))
}

function makeSide(inputs: Inputs, input: PricedMarket, side: 'bids' | 'asks'): BookLevel[] {
  const { market, prices, liquidity } = input
  const halfSpread = market.priceModel?.halfSpread ?? 0n
  const best = side === 'bids' ? prices.bid : prices.ask
  const step = larger(tickAt(best, market.szDecimals), (prices.mid * halfSpread) / RATE_ONE)
  const jitter = Xoshiro256.seeded(inputs.bookSeed, `${market.id}|${inputs.tick}|${side}`)
  const levels: BookLevel[] = []
  for (let index = 0n; index < BigInt(market.bookDepth.levels); index++) {
    const distance = step * index
    const raw = side === 'bids' ? best - distance : best + distance
    if (raw <= 0n) break
    const { szDecimals } = market
    const price = side === 'bids' ? floorToTick(raw, szDecimals) : ceilToTick(raw, szDecimals)
    if (price <= 0n) break
    const usd = market.bookDepth.firstLevelUsd * (GROWTH_QUARTERS + index)
    const plain = (usd * powerOfTen(PRICE_DECIMALS + szDecimals)) / (GROWTH_QUARTERS * price)
    const factor = JITTER_LOW + (JITTER_SPAN * BigInt(jitter.next()[0])) / 4_294_967_296n
    levels.push({ price, lots: (plain * factor * liquidity[side]) / (RATE_ONE * RATE_ONE) })
  }
  return levels
}

/** Whether a price is at least as good as a limit for the taker. Without a limit every price is. */
export function isWithin(side: Side, price: Price, limit: Price | null): boolean {
  if (limit === null) return true
  return side === 'buy' ? price <= limit : price >= limit
}
