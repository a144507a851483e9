import { defineJob } from '#app/queue/job'
import { PurgeAudit } from '../services/purge_audit.ts'

const EVERY_MS = 3_600_000

export const auditPurge = defineJob<Record<string, never>>({
  name: 'auth-audit-purge',
  about: {
    carries: 'Audit entries that are older than they are kept.',
    takes: 'Seconds, once an hour.',
    failing:
      'Harmless for days: it only clears tables. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const purge = await container.make(PurgeAudit)
    const purged = await purge.run()
    if (purged > 0) log.info({ purged }, 'old audit entries purged')
    return 'done'
  },
})
