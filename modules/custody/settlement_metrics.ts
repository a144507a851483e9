import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { CustodyChain } from './services/custody_chain.ts'
import type { SettlementStore } from './storage/settlement_store.ts'

const COUNT = 'custody_settlements'
const AGE = 'custody_settlements_oldest_seconds'
const OPEN = 'custody_transactions_open'
const OPEN_AGE = 'custody_transactions_oldest_seconds'
const CONFIRMATION = 'custody_confirmation_seconds'

/** What waits for the chain, and for how long. Without a chain there are no values. */
export function settlementMetrics(chain: CustodyChain, store: SettlementStore): SharedMetrics {
  return {
    name: 'custody-settlements',
    gauges: {
      [COUNT]: {
        help: 'Transfers between boundaries that have not ended, by state; 10,000 of each at most.',
        labels: ['state'],
      },
      [AGE]: {
        help: 'Age of the oldest transfer between boundaries that has not ended, by state.',
        labels: ['state'],
      },
      [OPEN]: { help: 'Transactions that are signed and not final.' },
      [OPEN_AGE]: {
        help: 'Age of the oldest transaction that is signed and not final; 0 when there is none.',
      },
      [CONFIRMATION]: {
        help: 'Mean time from signing to final of the newest 20 transactions.',
      },
    },
    read: async () => {
      if (!chain.configured) return []
      const states = await store.waitingByState()
      const open = await chain.transactions.openAge()
      const confirmation = await chain.transactions.confirmationSeconds()
      return [
        ...states.flatMap(({ state, waiting, oldestSeconds }) => [
          { name: COUNT, value: waiting, labels: { state } },
          { name: AGE, value: oldestSeconds, labels: { state } },
        ]),
        { name: OPEN, value: open.count },
        { name: OPEN_AGE, value: open.oldestSeconds },
        { name: CONFIRMATION, value: confirmation ?? Number.NaN },
      ]
    },
  }
}
