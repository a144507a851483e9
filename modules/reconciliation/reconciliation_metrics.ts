import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { ReconciliationStore } from './storage/reconciliation_store.ts'

const COUNT = 'reconciliations'
const RUNNING = 'reconciliations_running_seconds'

/** How reconciliations stand. */
export function reconciliationMetrics(reconciliations: ReconciliationStore): SharedMetrics {
  return {
    name: 'reconciliation',
    gauges: {
      [COUNT]: { help: 'Reconciliations by status.', labels: ['status'] },
      [RUNNING]: {
        help: 'How long the reconciliation that has run longest runs; it grows when no worker compares.',
      },
    },
    read: async () => {
      const { byStatus, runningSeconds } = await reconciliations.summary()
      const counts = byStatus.map(({ status, value }) => {
        return { name: COUNT, labels: { status }, value }
      })
      return [...counts, { name: RUNNING, value: runningSeconds }]
    },
  }
}
