import { ACCESS_SCENARIOS } from './access.ts'
import { ADDED_SCENARIOS } from './added.ts'
import { CUSTODY_SCENARIOS } from './custody.ts'
import { LEDGER_SCENARIOS } from './ledger.ts'
import { TRADING_SCENARIOS } from './trading.ts'

/**
 * Every form of the console, in an order in which each finds what it needs: what one makes, a later
 * one ends. `tests/unit/console/scenarios.spec.ts` finds a form that is missing.
 */
export const SCENARIOS = [
  ...LEDGER_SCENARIOS,
  ...TRADING_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...ADDED_SCENARIOS,
  ...CUSTODY_SCENARIOS,
]
