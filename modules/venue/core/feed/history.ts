import type { Market } from '../markets.ts'
import { FAIR_PER_PRICE, TICK, openMarket } from '../price_process.ts'
import { RATE_ONE, clamp, roundToTick, type Price, type Rate } from '../numerics.ts'
import { Xoshiro256, nextNormal } from '../prng.ts'
import { tickTrade } from './activity.ts'
import { INTERVALS, INTERVAL_SECONDS, bucketOf, foldCandles, type Candle } from './candles.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How far back the bars of each length reach; bars are coarser the further back they are. */
const SPANS: readonly { seconds: number; backMs: number; alignSeconds: number }[] = [
  { seconds: INTERVALS['15s'], backMs: HOUR_MS, alignSeconds: INTERVALS['1m'] },
  { seconds: INTERVALS['1m'], backMs: 6 * HOUR_MS, alignSeconds: INTERVALS['5m'] },
  { seconds: INTERVALS['5m'], backMs: 2 * DAY_MS, alignSeconds: INTERVALS['15m'] },
  { seconds: INTERVALS['15m'], backMs: 7 * DAY_MS, alignSeconds: INTERVALS['1h'] },
  { seconds: INTERVALS['1h'], backMs: 30 * DAY_MS, alignSeconds: INTERVALS['4h'] },
  { seconds: INTERVALS['4h'], backMs: 120 * DAY_MS, alignSeconds: INTERVALS['1d'] },
  { seconds: INTERVALS['1d'], backMs: 365 * DAY_MS, alignSeconds: INTERVALS['1d'] },
]

/** As shares of the anchor: however long a walk back is, its prices stay believable. */
const LOWEST_SHARE = 3n
const HIGHEST_FACTOR = 3n
/** Wicks reach at most this share of a deviation beyond open and close. */
const WICK_SHARE = 4n
const NORMAL_ONE = 1_000_000_000n

/**
 * Candles of every interval for the time before a feed began: a walk backwards from the price at
 * which it starts, seeded by the feed. The last candle ends where the feed's first tick begins.
 *
 * @param firstMs when the feed began
 */
export function historyOf(market: Market, feedSeed: string, firstMs: number): Candle[] {
  const generator = Xoshiro256.seeded(feedSeed, `${market.id}|history`)
  const opening = openMarket(market, feedSeed)
  let close = roundToTick(opening.mid, market.szDecimals)
  let endMs = bucketOf(firstMs, INTERVALS['15s'])
  const candles: Candle[] = []
  for (const { seconds, backMs, alignSeconds } of SPANS) {
    const startMs = bucketOf(firstMs - backMs, alignSeconds)
    while (endMs > startMs) {
      endMs -= seconds * 1000
      const bar = barBefore(market, generator, { close, seconds, openMs: endMs })
      candles.push(bar)
      close = bar.open
    }
  }
  return foldAcross(candles.reverse())
}

/**
 * Folds bars that grow shorter with time into all intervals. A bar belongs to every interval of its
 * own length and longer; spans begin where bars of the next span end, so that no candle has holes.
 */
function foldAcross(bars: readonly Candle[]): Candle[] {
  return INTERVAL_SECONDS.flatMap((seconds) => {
    return foldCandles(
      bars.filter((bar) => bar.seconds <= seconds),
      seconds
    )
  })
}

function barBefore(
  market: Market,
  generator: Xoshiro256,
  { close, seconds, openMs }: { close: Price; seconds: number; openMs: number }
): Candle {
  const model = market.priceModel!
  const deviation = deviationOf(model.annualVolatility, seconds)
  const change = (deviation * nextNormal(generator)) / NORMAL_ONE
  const [lowest, highest] = [model.anchor / LOWEST_SHARE, model.anchor * HIGHEST_FACTOR]
  const raw = clamp((close * RATE_ONE) / (RATE_ONE + change), lowest, highest)
  const { szDecimals } = market
  const open = roundToTick(raw, szDecimals)
  const wick = () => (close * deviation * absolute(nextNormal(generator))) / (RATE_ONE * NORMAL_ONE)
  const top = open > close ? open : close
  const bottom = open > close ? close : open
  const high = roundToTick(top + wick() / WICK_SHARE, szDecimals)
  const low = roundToTick(bottom - wick() / WICK_SHARE, szDecimals)
  const ticks = BigInt(seconds) / TICK.seconds
  const [drawn] = generator.next()
  const fairValue = open * FAIR_PER_PRICE + (BigInt(drawn >>> 0) % FAIR_PER_PRICE)
  const trade = tickTrade(market, { mid: open, fairValue, basis: 0n })
  return {
    marketId: market.id,
    seconds,
    openMs,
    open,
    high: high > top ? high : top,
    low: low < bottom ? low : bottom,
    close,
    volume: trade.lots * ticks,
    trades: trade.trades * Number(ticks),
  }
}

/** Deviation of the return over this many seconds; it grows with the square root of the time. */
function deviationOf(annualVolatility: Rate, seconds: number): Rate {
  const squared = (TICK.volatilityShare ** 2n * BigInt(seconds)) / TICK.seconds
  return (annualVolatility * squareRoot(squared)) / RATE_ONE
}

/** The largest integer whose square is not above the value. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root > value) root -= 1n
  while ((root + 1n) * (root + 1n) <= value) root += 1n
  return root
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
