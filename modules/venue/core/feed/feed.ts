import type { Market } from '../markets.ts'
import { RATE_ONE, type Price, type Rate } from '../numerics.ts'
import { openMarket, type MarketPrices } from '../price_process.ts'
import type { FeedState } from '../tick.ts'

export const FEED_MODES = ['generated', 'replay', 'manual'] as const
/** What moves the prices: the seeded walk, recorded candles, or only changes by hand. */
export type FeedMode = (typeof FEED_MODES)[number]

/** The tape that a market follows. Its candles are stored apart, because there may be thousands. */
export interface Tape {
  /** The tick before the first one that follows the tape. */
  startTick: number
  ticksPerCandle: number
  candles: number
  /** Whether it starts over at its end; otherwise the market keeps its last price. */
  loops: boolean
}

/** What has been set by hand for a market. */
export interface MarketControls {
  /** Whether its prices stay as they are. */
  pinned: boolean
  /** Factors on the depth of the synthetic book: RATE_ONE leaves it as it is, zero empties it. */
  liquidity: { bids: Rate; asks: Rate }
  /** Hourly rate that replaces the one computed from the premium. */
  fundingRate: Rate | null
  delisted: { tick: number; settlement: Price } | null
  tape: Tape | null
}

/** Premium samples of the running hour. */
export interface PremiumSum {
  total: Rate
  samples: number
}

export interface MarketFeed {
  prices: MarketPrices
  premium: PremiumSum
  controls: MarketControls
}

/** A price feed at one tick, with all that the next tick is computed from. */
export interface Feed {
  seed: string
  tick: number
  mode: FeedMode
  /** By market id; a market that never had a price is missing. */
  markets: Readonly<Record<string, MarketFeed>>
}

export const NO_CONTROLS: MarketControls = {
  pinned: false,
  liquidity: { bids: RATE_ONE, asks: RATE_ONE },
  fundingRate: null,
  delisted: null,
  tape: null,
}

export const NO_PREMIUM: PremiumSum = { total: 0n, samples: 0 }

/** A generated feed that starts at its anchors. */
export function newFeed(markets: readonly Market[], seed: string, tick: number): Feed {
  const entries = markets
    .filter((market) => !market.isDelisted)
    .map((market): [string, MarketFeed] => [market.id, newMarketFeed(market, seed)])
  return { seed, tick, mode: 'generated', markets: Object.fromEntries(entries) }
}

export function newMarketFeed(market: Market, seed: string): MarketFeed {
  return { prices: openMarket(market, seed), premium: NO_PREMIUM, controls: NO_CONTROLS }
}

/**
 * A copy that starts from the prices of another feed and then moves by itself. Its generators come
 * from its own seed, because a builder who knew the generators of the shared feed would know its
 * future prices.
 */
export function forkOf(markets: readonly Market[], origin: Feed, seed: string): Feed {
  const fresh = newFeed(markets, seed, origin.tick)
  const entries = Object.entries(fresh.markets).map(([id, market]): [string, MarketFeed] => {
    const prices = origin.markets[id]?.prices
    if (!prices) return [id, market]
    const { random } = market.prices
    return [id, { ...market, prices: { ...prices, random }, premium: origin.markets[id]!.premium }]
  })
  return { ...fresh, markets: Object.fromEntries(entries) }
}

/** Whether a market can still be traded on this feed. */
export function isListed(market: Market, feed: Feed): boolean {
  return !market.isDelisted && !feed.markets[market.id]?.controls.delisted
}

/** The prices of a feed, without its controls. */
export function pricesOf({ seed, tick, markets }: Feed): FeedState {
  const entries = Object.entries(markets).map(([id, { prices }]) => [id, prices] as const)
  return { seed, tick, markets: Object.fromEntries(entries) }
}
