import { setTimeout as delay } from 'node:timers/promises'
import type { Metrics } from '#app/observability/metrics'
import type { BumpFees } from './services/bump_fees.ts'
import type { CustodyChain } from './services/custody_chain.ts'

/** A scrape does not wait for a node that hangs. */
const CHAIN_PATIENCE_MS = 1_000

/** What stops settlements from ending. Without a chain there are no values. */
export function observeSettlements(metrics: Metrics, chain: CustodyChain, bump: BumpFees) {
  metrics.observe(
    'custody_transactions_at_fee_cap',
    'Transactions that are stuck and may not be made dearer.',
    async () => {
      if (!chain.configured) return Number.NaN
      const late = delay(CHAIN_PATIENCE_MS, Number.NaN, { ref: false })
      return Promise.race([bump.atCap(), late])
    }
  )
}
