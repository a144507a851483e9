import type { Metrics } from '#app/observability/metrics'
import type { CustodyChain } from './services/custody_chain.ts'
import type { ArrivalState, ArrivalStore } from './storage/arrival_store.ts'

/** Value that has arrived on the chain and that the ledger does not show. Without a chain: no values. */
export function observeDeposits(metrics: Metrics, chain: CustodyChain, arrivals: ArrivalStore) {
  const observe = (state: ArrivalState, help: string) => {
    metrics.observe(`custody_deposits_${state}_base_units`, help, async () => {
      if (!chain.configured) return Number.NaN
      return Number((await arrivals.totals()).get(state) ?? 0n)
    })
  }
  observe('due', 'Value that has arrived and is to be credited.')
  observe('dust', 'Value that waits for more of the same reference.')
  observe('stranded', 'Value of closed realms and of boundaries that are nobody’s.')
}
