import type { HealthCheck, HealthFinding } from '#app/observability/health'
import type { OwedCount, OwedJobs } from '#app/queue/owed_jobs'

/** A poller publishes within a second what is due, so this long nobody does. */
const OVERDUE_SECONDS = 60
/** A failure that the next run mends is nobody's concern. */
const FAILING_SECONDS = 60
/** Of the oldest jobs, because probes come every few seconds. */
const LOOKED_AT = 2_000

/** Not fatal: what is owed waits, and nothing of it is lost. */
export function outboxHealth(owed: OwedJobs): HealthCheck {
  return {
    name: 'outbox',
    fatal: false,
    check: async () => outboxFinding(await owed.counts(LOOKED_AT), await owed.overdueSeconds()),
  }
}

/**
 * A job may be owed for days while a payer or a chain is waited for; what tells of trouble is that
 * nobody publishes it, that nobody runs it, or that its handler fails.
 */
export function outboxFinding(queues: readonly OwedCount[], overdueSeconds: number): HealthFinding {
  const wrong: string[] = []
  if (overdueSeconds >= OVERDUE_SECONDS) {
    wrong.push(`no worker publishes what is owed: a job is overdue for ${overdueSeconds} s`)
  }
  for (const { queue, owed, failing, failingSeconds, unrun, paused } of queues) {
    if (paused) wrong.push(`${owed} jobs of ${queue} wait until an operator resumes it`)
    if (failing > 0 && failingSeconds >= FAILING_SECONDS) {
      wrong.push(`${failing} jobs of ${queue} fail, the first for ${failingSeconds} s`)
    }
    if (unrun > 0) wrong.push(`${unrun} jobs of ${queue} are published, and no worker runs them`)
  }
  const owed = queues.reduce((sum, each) => sum + each.owed, 0)
  return { ok: wrong.length === 0, detail: wrong.join('; ') || `${owed} jobs owed` }
}
