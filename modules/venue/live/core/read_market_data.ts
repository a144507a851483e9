import type { ViewedLevel } from '../../core/feed/book_view.ts'
import { INTERVALS, type Candle, type Interval } from '../../core/feed/candles.ts'
import { PRICE_DECIMALS, parseFixed, type Price } from '../../core/numerics.ts'

const MAX_LEVELS = 20

/** The venue's answers as it documents them. What differs from that is left out, never guessed. */
export interface WireLevel {
  px: string
  sz: string
  n: number
}

export interface WireBook {
  time: number
  levels: [WireLevel[], WireLevel[]]
}

export interface WireCandle {
  t: number
  o: string
  h: string
  l: string
  c: string
  v: string
  n: number
}

/** The service's shortest interval is not offered by the venue. */
const NOT_OFFERED: readonly Interval[] = ['15s']

export function isOffered(interval: Interval): boolean {
  return !NOT_OFFERED.includes(interval)
}

function priceOf(text: unknown): Price | null {
  const price = typeof text === 'string' ? parseFixed(text, PRICE_DECIMALS) : null
  return price !== null && price > 0n ? price : null
}

/** Whole lots; null for a size that is no multiple of a lot, which could not be traded here. */
function lotsOf(text: unknown, szDecimals: number): bigint | null {
  if (typeof text !== 'string') return null
  const lots = parseFixed(text, szDecimals)
  return lots !== null && lots >= 0n ? lots : null
}

export function readLevels(levels: unknown, szDecimals: number): ViewedLevel[] {
  if (!Array.isArray(levels)) return []
  return (levels as Partial<WireLevel>[]).slice(0, MAX_LEVELS).flatMap((level) => {
    const [price, lots] = [priceOf(level.px), lotsOf(level.sz, szDecimals)]
    if (price === null || lots === null || lots === 0n) return []
    return [{ price, lots, orders: countOf(level.n) }]
  })
}

function countOf(count: unknown): number {
  return Number.isSafeInteger(count) && (count as number) > 0 ? (count as number) : 1
}

/** In order of time, each candle once, and only consistent ones. */
export function readCandles(
  answer: unknown,
  { marketId, interval, szDecimals }: { marketId: string; interval: Interval; szDecimals: number }
): Candle[] {
  if (!Array.isArray(answer)) return []
  const seconds = INTERVALS[interval]
  const candles = new Map<number, Candle>()
  for (const wire of answer as Partial<WireCandle>[]) {
    const [open, high, low, close] = [wire.o, wire.h, wire.l, wire.c].map(priceOf)
    const volume = lotsOf(wire.v, szDecimals)
    const openMs = wire.t
    if (!open || !high || !low || !close || volume === null) continue
    if (!Number.isSafeInteger(openMs) || openMs! % (seconds * 1000) !== 0) continue
    const [top, bottom] = open > close ? [open, close] : [close, open]
    if (high < top || low > bottom) continue
    const trades = Number.isSafeInteger(wire.n) ? wire.n! : 0
    const prices = { open, high, low, close, volume, trades }
    candles.set(openMs!, { marketId, seconds, openMs: openMs!, ...prices })
  }
  return [...candles.values()].sort((a, b) => a.openMs - b.openMs)
}
