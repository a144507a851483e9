import type { HealthCheck } from '#app/observability/health'
import { isOneOfSeveral, siblingsFinding } from '#app/processes/siblings'
import { outboxHealth } from '#app/queue/outbox_health'
import type { OwedJobs } from '#app/queue/owed_jobs'
import type { QueueHost } from '#app/queue/queue_host'
import { servedFinding, type ServedQueues } from '#app/queue/served_queues'
import type { Database } from '#app/storage/database'

/** Not fatal: those that are left answer. */
const SERVERS: HealthCheck = {
  name: 'servers',
  fatal: false,
  check: () => Promise.resolve(siblingsFinding()),
}

/** Redis is not fatal: it only wakes workers, and requests are answered without it. */
export function hostHealthChecks(
  database: Database,
  queues: QueueHost,
  owed: OwedJobs,
  served: ServedQueues
): HealthCheck[] {
  return [
    ...(isOneOfSeveral() ? [SERVERS] : []),
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
        await queues.probe()
        const trouble = queues.recentTrouble()
        return {
          ok: trouble === null,
          detail: trouble ? `answers again, after: ${trouble}` : 'answers',
        }
      },
    },
    outboxHealth(owed),
    {
      name: 'workers',
      fatal: false,
      check: async () => servedFinding(await served.processes()),
    },
  ]
}
