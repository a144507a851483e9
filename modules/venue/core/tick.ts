import type { Market } from './markets.ts'
import { MINUTE, TICK, advanceMarket, openMarket } from './price_process.ts'
import type { MarketPrices, StepLength } from './price_process.ts'

export const TICK_MS = 3000

/** Missed ticks of the last six hours are stepped one by one, older ones minute by minute. */
const MAX_MISSED_TICKS = (6 * 3600 * 1000) / TICK_MS
const TICKS_PER_MINUTE = Number(MINUTE.ticks)

/** The prices of every tradable market at one tick. */
export interface FeedState {
  seed: string
  /** Three-second intervals since the Unix epoch. */
  tick: number
  /** By market id. */
  markets: Readonly<Record<string, MarketPrices>>
}

/**
 * The tick that a moment belongs to.
 *
 * @param nowMs milliseconds since the Unix epoch
 */
export function tickAtMs(nowMs: number): number {
  return Math.floor(nowMs / TICK_MS)
}

/** When a tick began, in milliseconds since the Unix epoch. */
export function msOfTick(tick: number): number {
  return tick * TICK_MS
}

export function openFeed(markets: readonly Market[], seed: string, tick: number): FeedState {
  return advanceFeed(markets, { seed, tick, markets: {} }, tick)
}

/**
 * Brings the feed up to a tick, through every step in between. A feed that has reached the tick, or
 * is ahead of it, stays as it is.
 *
 * @param maxSteps how many steps to take at most; call again with the same target to go on, the
 *   result does not depend on where the work was split
 */
export function advanceFeed(
  markets: readonly Market[],
  feed: FeedState,
  targetTick: number,
  maxSteps = Number.POSITIVE_INFINITY
): FeedState {
  const steps = stepsBetween(feed.tick, targetTick, maxSteps)
  const tick = steps.reduce((reached, step) => reached + Number(step.ticks), feed.tick)
  const entries = markets
    .filter((market) => !market.isDelisted)
    .map((market): [string, MarketPrices] => {
      const prices = feed.markets[market.id]
      // A market that was listed while the feed stood still starts at its anchor.
      if (!prices) return [market.id, openMarket(market, feed.seed)]
      return [market.id, advanceMarket(market, prices, steps)]
    })
  return { seed: feed.seed, tick, markets: Object.fromEntries(entries) }
}

/** The steps of a late feed: by the minute first, and the last six hours by the tick. */
export function stepsBetween(fromTick: number, targetTick: number, maxSteps: number): StepLength[] {
  const missed = Math.max(0, targetTick - fromTick)
  const minutes = Math.max(0, Math.ceil((missed - MAX_MISSED_TICKS) / TICKS_PER_MINUTE))
  const ticks = missed - minutes * TICKS_PER_MINUTE
  const minutesNow = Math.min(minutes, maxSteps)
  return [...repeat(MINUTE, minutesNow), ...repeat(TICK, Math.min(ticks, maxSteps - minutesNow))]
}

export function repeat(step: StepLength, times: number): StepLength[] {
  return Array.from({ length: times }, () => step)
}
