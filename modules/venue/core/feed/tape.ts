import { type Price } from '../numerics.ts'
import type { Tape } from './feed.ts'

/** One recorded candle. */
export interface TapeCandle {
  open: Price
  high: Price
  low: Price
  close: Price
}

/** The recorded candles of the markets that follow a tape, by market id, then by number. */
export type Tapes = ReadonlyMap<string, ReadonlyMap<number, TapeCandle>>

/**
 * The candle that a tick plays, and which of its ticks that is (from 1). Past the end it is the
 * very last tick.
 */
export function positionOnTape(tape: Tape, tick: number): { candle: number; step: number } {
  const { startTick, ticksPerCandle, candles, loops } = tape
  const played = Math.max(0, tick - startTick - 1)
  const last = candles * ticksPerCandle - 1
  const at = loops ? played % (last + 1) : Math.min(played, last)
  const candle = Math.floor(at / ticksPerCandle)
  return { candle, step: at - candle * ticksPerCandle + 1 }
}

/** Numbers of the candles that are played after one tick and up to another. */
export function candlesPlayed(tape: Tape, afterTick: number, toTick: number): number[] {
  const played = new Set<number>()
  for (let tick = afterTick + 1; tick <= toTick; tick += 1) {
    played.add(positionOnTape(tape, tick).candle)
    if (played.size === tape.candles) break
  }
  return [...played]
}

/**
 * The price at a tick of a candle: on straight lines from the open to the nearer extreme, to the
 * other extreme, to the close. A rising candle visits its low first. The last tick is the close,
 * and the extremes are reached when there are enough ticks.
 *
 * @param step 1 to `steps`
 */
export function priceOnTape(candle: TapeCandle, step: number, steps: number): Price {
  const { open, high, low, close } = candle
  const [first, second] = close > open ? [low, high] : [high, low]
  if (step >= steps) return close
  const corners = [open, first, second, close]
  // In thirds of a tick, because the corners lie at thirds of the candle.
  const at = 3 * step
  const leg = Math.min(2, Math.floor(at / steps))
  const [from, to] = [corners[leg]!, corners[leg + 1]!]
  return from + ((to - from) * BigInt(at - leg * steps)) / BigInt(steps)
}
