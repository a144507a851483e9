import type { Market } from '../markets.ts'
import { isOnTick, type Price, type Rate } from '../numerics.ts'
import { moveOracle, restartAt } from '../price_process.ts'
import type { Feed, FeedMode, MarketControls, MarketFeed, Tape } from './feed.ts'

export const PRICE_MODES = ['jump', 'drift', 'pin', 'release'] as const
export type PriceMode = (typeof PRICE_MODES)[number]
export const BOOK_SIDES = ['bids', 'asks', 'both'] as const
export type BookSide = (typeof BOOK_SIDES)[number]

/**
 * What a builder may do to the prices of a private feed. Services outside the core change its time
 * and its faults.
 */
export type SimCommand =
  | { type: 'set_mode'; mode: FeedMode }
  | { type: 'set_price'; market: string; mode: 'jump' | 'drift' | 'pin'; price: Price; basis: Rate }
  | { type: 'release_price'; market: string }
  | { type: 'set_liquidity'; market: string; side: BookSide; factor: Rate }
  | { type: 'set_funding'; market: string; rate: Rate | null }
  | { type: 'load_tape'; market: string; tape: Tape }
  | { type: 'delist'; market: string; settlement: Price }

export type SimRefusal =
  'unknown_market' | 'market_delisted' | 'invalid_price' | 'nothing_to_replay'

export type SimResult = { kind: 'applied'; feed: Feed } | { kind: 'refused'; reason: SimRefusal }

/**
 * Applies one change by hand to a private feed. It changes the prices at once; accounts follow with
 * the next tick. It is a function of its arguments alone, and applying it twice has the effect of
 * applying it once.
 */
export function applySim(markets: readonly Market[], feed: Feed, command: SimCommand): SimResult {
  if (command.type === 'set_mode') return setMode(feed, command.mode)
  const market = markets.find(({ id }) => id === command.market)
  if (!market) return refused('unknown_market')
  const current = feed.markets[market.id]
  if (market.isDelisted || !current) return refused('market_delisted')
  if (current.controls.delisted) {
    return command.type === 'delist' ? applied(feed) : refused('market_delisted')
  }
  const changed = change(market, current, command, feed.tick)
  if (typeof changed === 'string') return refused(changed)
  const next = { ...feed, markets: { ...feed.markets, [market.id]: changed } }
  return applied(command.type === 'load_tape' ? { ...next, mode: 'replay' } : next)
}

function setMode(feed: Feed, mode: FeedMode): SimResult {
  const hasTape = Object.values(feed.markets).some(({ controls }) => controls.tape)
  if (mode === 'replay' && !hasTape) return refused('nothing_to_replay')
  return applied({ ...feed, mode })
}

type MarketCommand = Exclude<SimCommand, { type: 'set_mode' }>

function change(
  market: Market,
  { prices, premium, controls }: MarketFeed,
  command: MarketCommand,
  tick: number
): MarketFeed | SimRefusal {
  const withControls = (changed: Partial<MarketControls>): MarketFeed => ({
    prices,
    premium,
    controls: { ...controls, ...changed },
  })
  switch (command.type) {
    case 'set_price': {
      if (!isPlausible(market, command.price)) return 'invalid_price'
      const moved =
        command.mode === 'drift'
          ? moveOracle(market, prices, command.price)
          : restartAt(market, prices, command.price, command.basis)
      return { ...withControls({ pinned: command.mode === 'pin' }), prices: moved }
    }
    case 'release_price':
      return withControls({ pinned: false })
    case 'set_liquidity': {
      const { bids, asks } = controls.liquidity
      const { side, factor } = command
      return withControls({
        liquidity: { bids: side === 'asks' ? bids : factor, asks: side === 'bids' ? asks : factor },
      })
    }
    case 'set_funding':
      return withControls({ fundingRate: command.rate })
    case 'load_tape':
      return withControls({ tape: command.tape, pinned: false })
    case 'delist':
      return withControls({ delisted: { tick, settlement: command.settlement }, pinned: false })
  }
}

/**
 * How far from its anchor a market may be moved: beyond this, its grid would not hold its quotes.
 */
const FURTHEST = 100n

/**
 * Whether a price lies on the grid of a market, close enough to the anchor for its quotes to lie
 * there too.
 */
export function isPlausible({ szDecimals, priceModel }: Market, price: Price): boolean {
  if (!priceModel || !isOnTick(price, szDecimals)) return false
  const { anchor } = priceModel
  return price * FURTHEST >= anchor && price <= anchor * FURTHEST
}

function applied(feed: Feed): SimResult {
  return { kind: 'applied', feed }
}

function refused(reason: SimRefusal): SimResult {
  return { kind: 'refused', reason }
}

/** A command as one line of text, which is stored, and by which two runs are compared. */
export function simLine(command: SimCommand): string {
  return JSON.stringify(command, (_key, value: unknown) => {
    return typeof value === 'bigint' ? value.toString() : value
  })
}

/**
 * The average of oracles, rounded toward zero, at which a delisted market is settled; null without
 * any.
 */
export function averageOf(oracles: readonly Price[]): Price | null {
  if (oracles.length === 0) return null
  return oracles.reduce((sum, oracle) => sum + oracle, 0n) / BigInt(oracles.length)
}
