import type { Lots, Price } from '../numerics.ts'

/** Seconds of every interval, shortest first; each is a multiple of the one before. */
export const INTERVALS = {
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
} as const

export type Interval = keyof typeof INTERVALS

export const INTERVAL_SECONDS: readonly number[] = Object.values(INTERVALS)
const SHORTEST = INTERVALS['15s']

/** What a market did from `openMs` on for `seconds`, or the known part of it. */
export interface Candle {
  marketId: string
  seconds: number
  /** Milliseconds since the Unix epoch, a multiple of the interval. */
  openMs: number
  open: Price
  high: Price
  low: Price
  close: Price
  volume: Lots
  trades: number
}

export interface Trade {
  price: Price
  lots: Lots
  trades: number
}

/** The start of the interval that a moment lies in, in milliseconds. */
export function bucketOf(ms: number, seconds: number): number {
  return Math.floor(ms / (seconds * 1000)) * seconds * 1000
}

/** Joins two parts of the same candle, of which `later` continues `earlier`. */
export function joined(earlier: Candle, later: Candle): Candle {
  return {
    ...earlier,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
    volume: earlier.volume + later.volume,
    trades: earlier.trades + later.trades,
  }
}

/** Folds candles of one market, in order of time, into those of a longer interval. */
export function foldCandles(candles: readonly Candle[], seconds: number): Candle[] {
  const folded: Candle[] = []
  for (const candle of candles) {
    const openMs = bucketOf(candle.openMs, seconds)
    const last = folded.at(-1)
    if (last?.openMs === openMs) folded[folded.length - 1] = joined(last, candle)
    else folded.push({ ...candle, seconds, openMs })
  }
  return folded
}

/** Collects trades in order of time into the shortest candles, and those into all longer ones. */
export class CandleFold {
  #candles = new Map<string, Candle[]>()

  add(marketId: string, ms: number, { price, lots, trades }: Trade): void {
    const openMs = bucketOf(ms, SHORTEST)
    const known = this.#candles.get(marketId) ?? []
    const added: Candle = {
      marketId,
      seconds: SHORTEST,
      openMs,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: lots,
      trades,
    }
    const last = known.at(-1)
    if (last?.openMs === openMs) known[known.length - 1] = joined(last, added)
    else known.push(added)
    this.#candles.set(marketId, known)
  }

  /** The candles of every market and interval. */
  candles(): Candle[] {
    return [...this.#candles.values()].flatMap((shortest) => foldAll(shortest))
  }
}

/** The given candles and all longer ones that they fold into, each interval from the one before. */
export function foldAll(shortest: readonly Candle[]): Candle[] {
  const all = [...shortest]
  let previous = shortest
  for (const seconds of INTERVAL_SECONDS.slice(1)) {
    previous = foldCandles(previous, seconds)
    all.push(...previous)
  }
  return all
}
