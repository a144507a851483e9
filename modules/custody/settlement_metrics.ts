import { setTimeout as delay } from 'node:timers/promises'
import type { Metrics } from '#app/observability/metrics'
import type { CustodyServices } from './services/custody_services.ts'

/** A scrape does not wait for a node that hangs. */
const CHAIN_PATIENCE_MS = 1_000

/** What stops settlements from ending. Without a chain there are no values. */
export function observeSettlements(metrics: Metrics, services: () => Promise<CustodyServices>) {
  metrics.observe(
    'custody_transactions_at_fee_cap',
    'Transactions that are stuck and may not be made dearer.',
    async () => {
      const { onChain } = await services()
      if (!onChain) return Number.NaN
      const late = delay(CHAIN_PATIENCE_MS, Number.NaN, { ref: false })
      return Promise.race([onChain.settlement.bump.atCap(), late])
    }
  )
}
