import type { Lots, Price } from '../core/numerics.ts'

export interface RestingLevel {
  side: 'bids' | 'asks'
  price: Price
  lots: Lots
  orders: number
}

/** What the orders and positions of one realm add to a market. */
export interface RealmMarketState {
  resting: readonly RestingLevel[]
  /** Lots that were taken from the synthetic sides and have not grown back yet. */
  taken: { bids: Lots; asks: Lots }
  /** Sum of the sizes of its long positions. */
  openInterest: Lots
}

/** Through this the trading side of the module tells market data what a realm holds. */
export abstract class RealmBooks {
  abstract of(realmId: string, marketId: string, tick: number): Promise<RealmMarketState>
}

export const NOTHING_HELD: RealmMarketState = {
  resting: [],
  taken: { bids: 0n, asks: 0n },
  openInterest: 0n,
}
