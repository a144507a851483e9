import type { Metrics } from '#app/observability/metrics'
import type { CustodyServices } from './services/custody_services.ts'
import type { ArrivalState } from './storage/arrival_store.ts'

/** Value that has arrived on the chain and that the ledger does not show. Without a chain: no values. */
export function observeDeposits(metrics: Metrics, services: () => Promise<CustodyServices>) {
  const observe = (state: ArrivalState, help: string) => {
    metrics.observe(`custody_deposits_${state}_base_units`, help, async () => {
      const { onChain } = await services()
      if (!onChain) return Number.NaN
      return Number((await onChain.deposits.arrivals.totals()).get(state) ?? 0n)
    })
  }
  observe('due', 'Value that has arrived and is to be credited.')
  observe('dust', 'Value that waits for more of the same reference.')
  observe('stranded', 'Value of closed realms and of boundaries that are nobody’s.')
}
