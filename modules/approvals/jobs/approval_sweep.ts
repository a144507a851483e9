import { defineJob } from '#app/queue/job'
import { APPROVAL_LIMITS } from '../limits.ts'
import { ExpireApprovals } from '../services/expire_approvals.ts'
import { SEEM_EXPIRED } from '../storage/approval_store.ts'

export const approvalSweep = defineJob<Record<string, never>>({
  name: 'approval-sweep',
  about: {
    carries: 'The end of requests that nobody has approved in time.',
    takes: 'Milliseconds, while there are such, and once a minute.',
    failing: 'Nobody is told of their end. No request is executed after its time all the same.',
  },
  everyMs: APPROVAL_LIMITS.sweepMs,
  restMs: APPROVAL_LIMITS.sweepRestMs,
  due: SEEM_EXPIRED,
  async handle(_payload, { container }) {
    await (await container.make(ExpireApprovals)).run()
    return 'done'
  },
})
