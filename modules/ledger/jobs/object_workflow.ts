import { defineJob } from '#app/queue/job'
import { QUEUES } from '#modules/ledger/jobs/job_rows'
import { FinishObject } from '#modules/ledger/services/finish_object'

export const objectWorkflow = defineJob<{ operationId: string }>({
  name: QUEUES.objectWorkflow,
  concurrency: 16,
  async handle({ operationId }, { container }) {
    await (await container.make(FinishObject)).run(operationId)
    return 'done'
  },
})
