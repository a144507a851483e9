import type { Market } from '../markets.ts'
import { RATE_ONE, type Price, type Rate } from '../numerics.ts'
import { openMarket, type MarketPrices } from '../price_process.ts'
import type { FeedState } from '../tick.ts'

export const FEED_MODES = ['generated', 'replay', 'manual'] as const
/** What moves the prices: the seeded walk, recorded candles, or nothing but what is set by hand. */
export type FeedMode = (typeof FEED_MODES)[number]

/** Which candles a market follows. The candles themselves are kept apart: there may be thousands. */
export interface Tape {
  /** The tick before the first one that follows the tape. */
  startTick: number
  ticksPerCandle: number
  candles: number
  /** Starts over at its end; otherwise the market keeps its last price. */
  loops: boolean
}

/** What has been set by hand for a market. */
export interface MarketControls {
  /** Its prices stay as they are. */
  pinned: boolean
  /** Factors on the depth of the synthetic book: RATE_ONE leaves it, zero empties it. */
  liquidity: { bids: Rate; asks: Rate }
  /** Hourly rate that is used instead of the one the premium leads to. */
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

/** A price feed at one tick, and all that the next tick follows from. */
export interface Feed {
  seed: string
  tick: number
  mode: FeedMode
  /** By market id; a market that never had a price is not there. */
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
 * A copy that starts from the prices of another feed and goes its own way: its generators are those
 * of its own seed, since whoever holds the generators of a feed knows its future prices.
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

/** The prices alone. */
export function pricesOf({ seed, tick, markets }: Feed): FeedState {
  const entries = Object.entries(markets).map(([id, { prices }]) => [id, prices] as const)
  return { seed, tick, markets: Object.fromEntries(entries) }
}
