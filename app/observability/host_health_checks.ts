import type { HealthCheck } from '#app/observability/health'
import { outboxHealth } from '#app/queue/outbox_health'
import type { OwedJobs } from '#app/queue/owed_jobs'
import type { QueueHost } from '#app/queue/queue_host'
import type { Database } from '#app/storage/database'

/** Redis is not fatal: it only wakes workers, and requests are answered without it. */
export function hostHealthChecks(
  database: Database,
  queues: QueueHost,
  owed: OwedJobs
): HealthCheck[] {
  return [
    {
      name: 'database',
      fatal: true,
      async check() {
        await database.read('SELECT 1')
        return { ok: true, detail: 'answers' }
      },
    },
    {
      name: 'redis',
      fatal: false,
      async check() {
        const [name] = queues.names()
        if (name) await queues.queue(name).getJobCounts('waiting')
        return { ok: true, detail: 'answers' }
      },
    },
    outboxHealth(owed),
  ]
}
