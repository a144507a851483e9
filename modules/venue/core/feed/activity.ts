import type { Market } from '../markets.ts'
import { PRICE_DECIMALS, RATE_ONE, powerOfTen, roundToTick, type Lots } from '../numerics.ts'
import { FAIR_PER_PRICE, type MarketPrices } from '../price_process.ts'
import { Xoshiro256 } from '../prng.ts'
import { TICK_MS } from '../tick.ts'
import type { Trade } from './candles.ts'

/** A tick trades between a fortieth and three fortieths of the best level's depth. */
const DEPTH_SHARE = 40n
const TWO_TO_16 = 65_536n
const TRADES_PER_TICK = 8n

/** Holdings of the whole market, in depths of the best level. */
const DEPTHS_HELD = 200n
const HOUR_TICKS = 3_600_000 / TICK_MS

/**
 * What the rest of the market traded during a tick. Realms share only prices, so its size is
 * derived from the price: reproducible, and without a generator of its own.
 */
export function tickTrade(
  market: Market,
  prices: Pick<MarketPrices, 'mid' | 'fairValue' | 'basis'>
): Trade {
  const { szDecimals } = market
  const price = roundToTick(prices.mid, szDecimals)
  // The digits of the fair value below the published price are as good as random.
  const drawn = (prices.fairValue * 31n + prices.basis) % FAIR_PER_PRICE
  const share = (drawn * 2n * TWO_TO_16) / FAIR_PER_PRICE + TWO_TO_16
  const usd = market.bookDepth.firstLevelUsd * share
  const lots = (usd * powerOfTen(PRICE_DECIMALS + szDecimals)) / (price * DEPTH_SHARE * TWO_TO_16)
  return { price, lots, trades: 1 + Number(drawn % TRADES_PER_TICK) }
}

/**
 * Open interest of the rest of the market. It drifts from hour to hour, within a tenth of its mean.
 */
export function openInterest(market: Market, seed: string, tick: number): Lots {
  if (!market.priceModel) return 0n
  const hour = Math.floor(tick / HOUR_TICKS)
  const [from, to] = [hour, hour + 1].map((each) => tenthOf(market, seed, each)) as [bigint, bigint]
  const passed = BigInt(tick - hour * HOUR_TICKS)
  const factor = from + ((to - from) * passed) / BigInt(HOUR_TICKS)
  const usd = market.bookDepth.firstLevelUsd * DEPTHS_HELD
  const mean = (usd * powerOfTen(PRICE_DECIMALS + market.szDecimals)) / market.priceModel.anchor
  return (mean * factor) / RATE_ONE
}

/** Between 0.9 and 1.1. */
function tenthOf(market: Market, seed: string, hour: number): bigint {
  const [high] = Xoshiro256.seeded(seed, `${market.id}|open-interest|${hour}`).next()
  return (RATE_ONE * 9n) / 10n + (BigInt(high >>> 0) * RATE_ONE) / (5n * 4_294_967_296n)
}
