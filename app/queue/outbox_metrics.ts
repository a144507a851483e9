import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { Outbox } from '#app/queue/outbox'

/** What is owed, by queue: the age of the oldest job tells first when nobody works a queue. */
export function outboxMetrics(outbox: Outbox): SharedMetrics {
  return {
    name: 'outbox',
    gauges: {
      outbox_jobs: {
        help: 'Jobs stored and not finished, by queue; of the oldest 20,000.',
        labels: ['queue'],
      },
      outbox_oldest_seconds: {
        help: 'Age of the oldest job that is not finished, by queue.',
        labels: ['queue'],
      },
      outbox_overdue_seconds: {
        help: 'How long the publication of a job is overdue; more than some seconds: no worker polls.',
      },
    },
    read: async () => {
      const queues = await outbox.owedByQueue()
      const samples = queues.flatMap(({ queue, owed, oldestSeconds }) => [
        { name: 'outbox_jobs', value: owed, labels: { queue } },
        { name: 'outbox_oldest_seconds', value: oldestSeconds, labels: { queue } },
      ])
      return [...samples, { name: 'outbox_overdue_seconds', value: await outbox.overdueSeconds() }]
    },
  }
}
