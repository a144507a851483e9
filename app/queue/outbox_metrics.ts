import { LIMITS } from '#app/limits'
import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { OwedJobs } from '#app/queue/owed_jobs'

/** What is owed, by queue: the age of the oldest job tells first when nobody works a queue. */
export function outboxMetrics(owed: OwedJobs): SharedMetrics {
  const labels = ['queue']
  return {
    name: 'outbox',
    gauges: {
      outbox_jobs: {
        help: 'Jobs stored and not finished, by queue; of the oldest 20,000.',
        labels,
      },
      outbox_failing_jobs: {
        help: 'Those of them whose handler fails, by queue.',
        labels,
      },
      outbox_unrun_jobs: {
        help: 'Those of them that are published again and again, and that nobody runs, by queue.',
        labels,
      },
      outbox_oldest_seconds: {
        help: 'Age of the oldest job that is not finished, by queue.',
        labels,
      },
      outbox_overdue_seconds: {
        help: 'How long the publication of a job is overdue; more than some seconds: no worker polls.',
      },
    },
    read: async () => {
      const queues = await owed.counts(LIMITS.owedCounted)
      const samples = queues.flatMap(({ queue, ...counts }) => [
        { name: 'outbox_jobs', value: counts.owed, labels: { queue } },
        { name: 'outbox_failing_jobs', value: counts.failing, labels: { queue } },
        { name: 'outbox_unrun_jobs', value: counts.unrun, labels: { queue } },
        { name: 'outbox_oldest_seconds', value: counts.oldestSeconds, labels: { queue } },
      ])
      return [...samples, { name: 'outbox_overdue_seconds', value: await owed.overdueSeconds() }]
    },
  }
}
