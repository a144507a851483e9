import type { SharedMetrics } from '#app/observability/shared_metrics'
import { isPlanned } from './core/pool_roles.ts'
import type { CustodyChain } from './services/custody_chain.ts'
import type { HaltStore } from './storage/halt_store.ts'
import type { PoolRoleStore } from './storage/pool_role_store.ts'
import type { SheetStore, SheetSummary } from './storage/sheet_store.ts'

const FIGURES: Record<string, [help: string, value: (found: SheetSummary) => number]> = {
  realms: ['Realms whose balance sheet is drawn up.', (one) => one.realms],
  not_conserved: ['Realms whose newest sheet is not conserved.', (one) => one.broken],
  unmeasured: ['Realms whose pool could not be compared.', (one) => one.unmeasured],
  insolvent_boundaries: [
    'Boundaries that owe more than they hold.',
    (one) => one.insolventBoundaries,
  ],
  physical_drift: [
    'Base units that pools hold beyond or below their books, over all realms.',
    (one) => one.physicalDrift,
  ],
  replay_drift: [
    'Base units by which replays differ from their pools, over all realms.',
    (one) => one.replayDrift,
  ],
  age_seconds: [
    'Age of the oldest of the newest sheets of all realms.',
    (one) => one.oldestSeconds,
  ],
}
const nameOf = (figure: string) => `custody_balance_sheet_${figure}`
const HALTED = 'custody_halted_realms'
const UNPLANNED = 'custody_unplanned_roles'

/** What the newest balance sheets of all realms say. Without a chain there are no values. */
export function sheetMetrics(
  chain: CustodyChain,
  sheets: SheetStore,
  halts: HaltStore,
  roles: PoolRoleStore
): SharedMetrics {
  const ofSheets = Object.entries(FIGURES).map(([figure, [help]]) => [nameOf(figure), { help }])
  return {
    name: 'custody-sheets',
    gauges: {
      ...Object.fromEntries(ofSheets),
      [HALTED]: { help: 'Realms that stand still.' },
      [UNPLANNED]: { help: 'Roles that pools give to accounts which the settings do not name.' },
    },
    read: async () => {
      const halted = { name: HALTED, value: (await halts.active()).length }
      if (!chain.configured) return [halted]
      const found = await sheets.summary()
      const values = Object.entries(FIGURES).map(([figure, [, value]]) => {
        return { name: nameOf(figure), value: value(found) }
      })
      const given = await roles.given()
      const unplanned = given.filter((one) => !isPlanned(one, chain.planned)).length
      return [...values, halted, { name: UNPLANNED, value: unplanned }]
    },
  }
}
