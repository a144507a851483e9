import type { Market } from '../markets.ts'
import type { Price, Rate } from '../numerics.ts'
import type { MarketPrices } from '../price_process.ts'

/** One market as a command sees it. */
export interface MarketInput {
  market: Market
  /** null while the market has no data. */
  prices: Pick<MarketPrices, 'oracle' | 'mark' | 'mid' | 'bid' | 'ask'> | null
  /** Factors on the depth of each synthetic side: RATE_ONE leaves it as it is, zero empties it. */
  liquidity: { bids: Rate; asks: Rate }
}

/** All that a command depends on beside the state: time, prices, terms. */
export interface Inputs {
  /** Milliseconds since the Unix epoch. */
  nowMs: number
  tick: number
  /** Seed of the sizes of the synthetic book. */
  bookSeed: string
  /** In listing order. */
  markets: ReadonlyMap<string, MarketInput>
  fees: { platformTenthsBps: number; applicationTenthsBps: number }
}

/** A market that has prices. */
export type PricedMarket = MarketInput & { prices: NonNullable<MarketInput['prices']> }

/** @throws Error when the market has no prices: positions exist only in markets that have them */
export function pricedMarket(inputs: Inputs, marketId: string): PricedMarket {
  const input = inputs.markets.get(marketId)
  if (!input?.prices) throw new Error(`${marketId} has no prices`)
  return input as PricedMarket
}

export function hasPrices(inputs: Inputs, marketId: string): boolean {
  return Boolean(inputs.markets.get(marketId)?.prices)
}

export function marketOf(inputs: Inputs, marketId: string): Market {
  const input = inputs.markets.get(marketId)
  if (!input) throw new Error(`${marketId} is not a market`)
  return input.market
}

export function markOf(inputs: Inputs, marketId: string): Price {
  return pricedMarket(inputs, marketId).prices.mark
}
