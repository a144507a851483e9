import type { Micros } from '#app/clock/clock'
import type { MarksUsed } from '#modules/ledger/extension/valuator'

/** How fresh the marks of a valuation are. */
export interface MidPrice {
  /** The newest mid that was used; null when none was. */
  marketDataAsOf: Micros | null
  /** Whole seconds between the moment valued and the mid, never negative. */
  ageSeconds: number
  source: 'snapshot' | 'cache' | 'none'
  staleAfterSeconds: number
  stale: boolean
}

const MICROS_PER_SECOND = 1_000_000

/** @param at the moment that is valued */
export function midPriceOf(
  marks: readonly (MarksUsed | null)[],
  at: Micros,
  staleAfterSeconds: number
): MidPrice {
  let freshest: MarksUsed | null = null
  for (const used of marks) {
    if (used && (!freshest || used.asOf > freshest.asOf)) freshest = used
  }
  if (!freshest) {
    return { marketDataAsOf: null, ageSeconds: 0, source: 'none', staleAfterSeconds, stale: false }
  }
  const ageSeconds = Math.max(0, Math.floor((at - freshest.asOf) / MICROS_PER_SECOND))
  return {
    marketDataAsOf: freshest.asOf,
    ageSeconds,
    source: freshest.source,
    staleAfterSeconds,
    stale: ageSeconds >= staleAfterSeconds,
  }
}
