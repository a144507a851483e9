import type { Market } from '../core/markets.ts'

/** The markets of this venue, as the container knows them. */
export interface MarketList extends ReadonlyArray<Market> {}
export abstract class MarketList {}
