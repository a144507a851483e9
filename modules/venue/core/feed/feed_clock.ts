import { msOfTick, tickAtMs } from '../tick.ts'

export const CLOCK_MODES = ['wall', 'manual'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** How a feed knows what time it is. */
export interface FeedClock {
  mode: ClockMode
  /** How far ahead of the wall clock it runs. */
  offsetMs: number
  /** Where a manual clock stands, in milliseconds since the Unix epoch; null for the wall clock. */
  manualMs: number | null
}

export const WALL_CLOCK: FeedClock = { mode: 'wall', offsetMs: 0, manualMs: null }

export function manualClock(manualMs: number): FeedClock {
  return { mode: 'manual', offsetMs: 0, manualMs }
}

/**
 * The present of a feed, in milliseconds since the Unix epoch.
 *
 * @param wallMs the wall clock
 */
export function feedNowMs({ offsetMs, manualMs }: FeedClock, wallMs: number): number {
  return manualMs ?? wallMs + offsetMs
}

/** The tick a feed should be at. */
export function targetTick(clock: FeedClock, wallMs: number): number {
  return tickAtMs(feedNowMs(clock, wallMs))
}

/** Stops the clock where it stands, but not behind the tick that the feed has reached. */
export function stopped(clock: FeedClock, wallMs: number, tick: number): FeedClock {
  if (clock.manualMs !== null) return clock
  return manualClock(Math.max(feedNowMs(clock, wallMs), msOfTick(tick)))
}

/** Lets the clock run on from where it stands, so that time neither jumps nor goes back. */
export function running(clock: FeedClock, wallMs: number): FeedClock {
  if (clock.manualMs === null) return clock
  return { mode: 'wall', offsetMs: clock.manualMs - wallMs, manualMs: null }
}

/** Moves the clock ahead. */
export function advanced(clock: FeedClock, ms: number): FeedClock {
  return clock.manualMs === null
    ? { ...clock, offsetMs: clock.offsetMs + ms }
    : { ...clock, manualMs: clock.manualMs + ms }
}
