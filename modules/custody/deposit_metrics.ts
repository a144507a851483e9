import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { CustodyChain } from './services/custody_chain.ts'
import type { AnnouncedDepositStore } from './storage/announced_deposit_store.ts'
import type { ArrivalState, ArrivalStore } from './storage/arrival_store.ts'

const HELP: Partial<Record<ArrivalState, string>> = {
  due: 'Value that has arrived and is to be credited.',
  dust: 'Value that waits for more of the same reference: payments below 0.01 USD.',
  stranded: 'Value of closed realms and of boundaries that are nobody’s.',
}

const UNSWEEPABLE = 'custody_deposits_unsweepable_addresses'
const UNSWEEPABLE_HELP =
  'Deposit addresses with money that the chain refuses to bring into its pool.'

/** Value that has arrived on the chain and that the ledger does not show. Without a chain: no values. */
export function depositMetrics(
  chain: CustodyChain,
  arrivals: ArrivalStore,
  announced: AnnouncedDepositStore
): SharedMetrics {
  const named = Object.entries(HELP).map(([state, help]) => {
    return { state: state as ArrivalState, help, name: `custody_deposits_${state}_base_units` }
  })
  return {
    name: 'custody-deposits',
    gauges: {
      ...Object.fromEntries(named.map(({ name, help }) => [name, { help }])),
      [UNSWEEPABLE]: { help: UNSWEEPABLE_HELP },
    },
    read: async () => {
      if (!chain.configured) return []
      const totals = await arrivals.totals()
      const values = named.map(({ name, state }) => ({
        name,
        value: Number(totals.get(state) ?? 0n),
      }))
      return [...values, { name: UNSWEEPABLE, value: await announced.unsweepable() }]
    },
  }
}
