import { defineJob } from '#app/queue/job'
import { APPROVAL_LIMITS } from '../limits.ts'
import { APPROVAL_QUEUE } from '../services/approval_steps.ts'
import { GoOn } from '../services/go_on.ts'

export const approvalStep = defineJob<{ approvalId: string }>({
  name: APPROVAL_QUEUE,
  about: {
    carries: 'A request that people decide on: it is told, and executed once it is approved.',
    takes: 'As long as the request: milliseconds.',
    failing:
      'A request that is refused for good fails no job: the approval shows it. A job fails when the service is overloaded or the database away; it is retried.',
  },
  concurrency: APPROVAL_LIMITS.concurrency,
  async handle({ approvalId }, { container }) {
    return (await container.make(GoOn)).run(approvalId)
  },
})
