import { Clock } from '#app/clock/clock'
import { defineJob } from '#app/queue/job'
import { APPROVAL_LIMITS } from '../limits.ts'
import { ApprovalStore } from '../storage/approval_store.ts'

export const approvalPurge = defineJob<Record<string, never>>({
  name: 'approval-purge',
  about: {
    carries: 'The deletion of requests that ended more than 400 days ago and were not executed.',
    takes: 'Seconds, every hour.',
    failing: 'The table approvals grows. Read the error in the log.',
  },
  everyMs: APPROVAL_LIMITS.purgeMs,
  async handle(_payload, { container, log }) {
    const clock = await container.make(Clock)
    const before = clock.nowMicros() - APPROVAL_LIMITS.keptSeconds * 1_000_000
    const purged = await (await container.make(ApprovalStore)).purge(before)
    if (purged > 0) log.info({ purged }, 'old approvals deleted')
    return 'done'
  },
})
