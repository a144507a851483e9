import { formatUsd, type Atoms } from '#app/money/usd'
import { ITEM_STATES, type Item, type ItemState } from './match.ts'

/** What one state adds up to. */
export interface StateSum {
  count: number
  /** Decimal strings: of the lines of the file, and of the changes of the books. */
  there: string
  here: string
}

export type Summary = Record<ItemState, StateSum>

export function summarize(items: readonly Item[]): Summary {
  const sums = Object.fromEntries(
    ITEM_STATES.map((state) => [state, { count: 0, there: 0n, here: 0n }])
  ) as Record<ItemState, { count: number; there: Atoms; here: Atoms }>
  for (const { state, line, entry } of items) {
    sums[state].count += 1
    sums[state].there += line?.amount ?? 0n
    sums[state].here += entry?.amount ?? 0n
  }
  const told = Object.entries(sums).map(([state, { count, there, here }]) => {
    return [state, { count, there: formatUsd(there), here: formatUsd(here) }]
  })
  return Object.fromEntries(told) as Summary
}
