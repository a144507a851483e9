import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { WebhookStore } from './storage/webhook_store.ts'

const COUNT = 'webhooks_registered'
const FAILING = 'webhooks_failing'
const OVERDUE = 'webhooks_overdue_seconds'

/** How webhooks stand. */
export function webhookMetrics(webhooks: WebhookStore): SharedMetrics {
  return {
    name: 'webhooks',
    gauges: {
      [COUNT]: { help: 'Webhooks by status.', labels: ['status'] },
      [FAILING]: { help: 'Active webhooks whose last attempt has failed.' },
      [OVERDUE]: {
        help: 'How long the attempt that has waited longest is due; it grows when workers are too few or dead.',
      },
    },
    read: async () => {
      const { byStatus, failing, overdueSeconds } = await webhooks.summary()
      const counts = Object.entries(byStatus).map(([status, value]) => {
        return { name: COUNT, labels: { status }, value }
      })
      return [
        ...counts,
        { name: FAILING, value: failing },
        { name: OVERDUE, value: overdueSeconds },
      ]
    },
  }
}
