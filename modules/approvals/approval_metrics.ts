import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { ApprovalStore } from './storage/approval_store.ts'

const COUNT = 'approvals_waiting'

/** How many requests wait for people, or for their execution. */
export function approvalMetrics(approvals: ApprovalStore): SharedMetrics {
  return {
    name: 'approvals',
    gauges: {
      [COUNT]: {
        help: 'Requests that wait for approvals (`pending`), or for their execution (`approved`).',
        labels: ['status'],
      },
    },
    read: async () => {
      const standing = await approvals.summary()
      return standing.map(({ status, value }) => ({ name: COUNT, labels: { status }, value }))
    },
  }
}
