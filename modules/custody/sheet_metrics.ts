import type { Metrics } from '#app/observability/metrics'
import type { CustodyChain } from './services/custody_chain.ts'
import type { HaltStore } from './storage/halt_store.ts'
import type { SheetStore, SheetSummary } from './storage/sheet_store.ts'

/** What the newest balance sheets of all realms say. Without a chain there are no values. */
export function observeBalanceSheets(
  metrics: Metrics,
  chain: CustodyChain,
  sheets: SheetStore,
  halts: HaltStore
) {
  const observe = (name: string, help: string, value: (found: SheetSummary) => number) => {
    metrics.observe(`custody_balance_sheet_${name}`, help, async () => {
      return chain.configured ? value(await sheets.summary()) : Number.NaN
    })
  }
  observe('realms', 'Realms whose balance sheet is drawn up.', (one) => one.realms)
  observe('not_conserved', 'Realms whose newest sheet is not conserved.', (one) => one.broken)
  observe('unmeasured', 'Realms whose pool could not be compared.', (one) => one.unmeasured)
  observe(
    'insolvent_boundaries',
    'Boundaries that owe more than they hold.',
    (one) => one.insolventBoundaries
  )
  observe(
    'physical_drift',
    'Base units that pools hold beyond or below their books, over all realms.',
    (one) => one.physicalDrift
  )
  observe(
    'replay_drift',
    'Base units by which replays differ from their pools, over all realms.',
    (one) => one.replayDrift
  )
  observe(
    'age_seconds',
    'Age of the oldest of the newest sheets of all realms.',
    (one) => one.oldestSeconds
  )
  metrics.observe('custody_halted_realms', 'Realms that stand still.', async () => {
    return (await halts.active()).length
  })
}
