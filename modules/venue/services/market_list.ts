import type { Market } from '../core/markets.ts'

/** The type under which the container holds the markets of this venue. */
export interface MarketList extends ReadonlyArray<Market> {}
export abstract class MarketList {}
