import { Clock } from '#app/clock/clock'
import { defineJob } from '#app/queue/job'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { ReconciliationStore, SEEM_DELETED } from '../storage/reconciliation_store.ts'

export const reconciliationPurge = defineJob<Record<string, never>>({
  name: 'reconciliation-purge',
  about: {
    carries:
      'The clearing of reconciliations that were deleted, ended more than 400 days ago, or belong to closed realms.',
    takes: 'Seconds, when one was deleted, and once an hour.',
    failing: 'The tables of reconciliations grow. Read the error in the log.',
  },
  everyMs: RECONCILIATION_LIMITS.purgeMs,
  restMs: RECONCILIATION_LIMITS.purgeRestMs,
  due: SEEM_DELETED,
  async handle(_payload, { container, log }) {
    const clock = await container.make(Clock)
    const before = clock.nowMicros() - RECONCILIATION_LIMITS.keptMs * 1000
    const purged = await (await container.make(ReconciliationStore)).purge(before)
    if (purged > 0) log.info({ purged }, 'reconciliations cleared away')
    return 'done'
  },
})
