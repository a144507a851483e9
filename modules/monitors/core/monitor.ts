import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'

export const MEASURES = ['settled', 'available', 'equity'] as const
export type Measure = (typeof MEASURES)[number]

export const DIRECTIONS = ['above', 'below'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** `new`: it was not measured yet. `crossed`: the value is beyond the threshold. */
export const MONITOR_STATES = ['new', 'clear', 'crossed'] as const
export type MonitorState = (typeof MONITOR_STATES)[number]

/** A value that is watched, and when to tell of it. */
export interface Monitor {
  id: string
  realmId: string
  orgId: string
  /** The object; null of a monitor of a prefix. */
  objectPath: string | null
  /** All objects below it together; null of a monitor of one object. */
  prefix: string | null
  measure: Measure
  direction: Direction
  threshold: Atoms
  /** How far the value has to come back before it counts as back. */
  hysteresis: Atoms
  state: MonitorState
  /** What was measured last. */
  value: Atoms | null
  /** Crossings so far, there and back. */
  crossings: number
  /** The newest entry of the journal when it was made. */
  fromSeq: number
  createdAt: Micros
  /** When it was crossed or cleared last. */
  changedAt: Micros | null
}

/** Whether a change of the balances at a path may change what is watched. */
export function watches({ objectPath, prefix }: Monitor, path: string): boolean {
  return objectPath === null ? path.startsWith(prefix!) : path === objectPath
}

/** Where a value that has crossed its threshold is back. */
export function clearsAt({
  direction,
  threshold,
  hysteresis,
}: Pick<Monitor, 'direction' | 'threshold' | 'hysteresis'>): Atoms {
  return direction === 'above' ? threshold - hysteresis : threshold + hysteresis
}

/**
 * The state after a measurement. One that is measured for the first time and is beyond its threshold
 * has crossed it: its builder is told of what is so already.
 */
export function stateAfter(monitor: Monitor, value: Atoms): Exclude<MonitorState, 'new'> {
  const { state, direction, threshold } = monitor
  const isAbove = direction === 'above'
  if (state === 'crossed') {
    const back = clearsAt(monitor)
    const isBack = isAbove ? value <= back : value >= back
    return isBack ? 'clear' : 'crossed'
  }
  const isBeyond = isAbove ? value > threshold : value < threshold
  return isBeyond ? 'crossed' : 'clear'
}
