import { defineJob } from '#app/queue/job'
import { QUEUES, type ObjectWorkflow } from '#modules/ledger/jobs/job_rows'
import { FinishDeletion } from '#modules/ledger/services/finish_deletion'
import { FinishObject } from '#modules/ledger/services/finish_object'

export const objectWorkflow = defineJob<ObjectWorkflow>({
  name: QUEUES.objectWorkflow,
  concurrency: 16,
  async handle({ operationId, deletes }, { container }) {
    const workflow = deletes
      ? await container.make(FinishDeletion)
      : await container.make(FinishObject)
    return (await workflow.run(operationId)) === 'working' ? 'again' : 'done'
  },
})
