import { defineJob } from '#app/queue/job'
import { QUEUES } from '../core/job_rows.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { ExpireHolds } from '../services/expire_holds.ts'

export const holdExpiry = defineJob<Record<string, never>>({
  name: QUEUES.holdExpiry,
  about: {
    carries: 'Holds whose time is over.',
    takes: 'Under a second: at the end of each hold, and once a minute.',
    failing:
      'Their amounts stay reserved, and nobody can capture them. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: 1_000,
  restMs: LEDGER_LIMITS.holdExpiryMs,
  lookOut: async (container) => {
    const expire = await container.make(ExpireHolds)
    return () => expire.stop()
  },
  async handle(_payload, { container, log }) {
    const ended = await (await container.make(ExpireHolds)).run()
    if (ended > 0) log.info({ ended }, 'holds expired')
    return 'done'
  },
})
