import { defineJob } from '#app/queue/job'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { DescribeReconciliation } from '../services/describe_reconciliation.ts'
import { RECONCILIATION_QUEUE } from '../services/reconciliation_jobs.ts'
import { RunReconciliation } from '../services/run_reconciliation.ts'

export const reconciliationRun = defineJob<{ reconciliationId: string }>({
  name: RECONCILIATION_QUEUE,
  about: {
    carries: 'A file that is compared with the books of a realm, line by line.',
    takes: 'Seconds; half a minute for a hundred thousand lines.',
    failing:
      'A file that cannot be read fails no job: its reconciliation says why. A job fails when the database is away; it is retried, and goes on where it was.',
  },
  concurrency: RECONCILIATION_LIMITS.concurrency,
  concerns: async ({ reconciliationId }, container) =>
    (await container.make(DescribeReconciliation)).run(reconciliationId),
  async handle({ reconciliationId }, { container }) {
    return (await container.make(RunReconciliation)).run(reconciliationId)
  },
})
