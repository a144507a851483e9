import type { HealthCheck } from '#app/observability/health'
import type { Outbox } from '#app/queue/outbox'
import type { QueueHost } from '#app/queue/queue_host'
import type { Database } from '#app/storage/database'

/** A job owed for longer than this means that no worker serves the queues. */
const OUTBOX_LAG_SECONDS = 60

/** Redis is not fatal: it only wakes workers, and requests are answered without it. */
export function hostHealthChecks(
  database: Database,
  queues: QueueHost,
  outbox: Outbox
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
    {
      name: 'outbox',
      fatal: false,
      async check() {
        const { owed, oldestSeconds } = await outbox.lag()
        return {
          ok: oldestSeconds < OUTBOX_LAG_SECONDS,
          detail: `${owed} jobs owed, the oldest for ${oldestSeconds} s`,
        }
      },
    },
  ]
}
