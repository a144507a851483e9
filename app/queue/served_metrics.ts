import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { ServedQueues } from '#app/queue/served_queues'

/**
 * Who works at which queue. A queue without a worker tells nothing by its jobs while none is owed,
 * and the first one to be owed would be the first to wait for ever.
 */
export function servedMetrics(served: Pick<ServedQueues, 'processes'>): SharedMetrics {
  return {
    name: 'served-queues',
    gauges: {
      queue_workers: {
        help: 'Processes that work at each queue; 0: its jobs wait for ever.',
        labels: ['queue'],
      },
    },
    read: async () => {
      const processes = await served.processes()
      return [...processes].map(([queue, value]) => ({
        name: 'queue_workers',
        value,
        labels: { queue },
      }))
    },
  }
}
