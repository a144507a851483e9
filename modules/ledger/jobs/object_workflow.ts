import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn, type ObjectWorkflow } from '../core/job_rows.ts'
import { aboutOperations } from './about_operations.ts'
import { FinishDeletion } from '../services/finish_deletion.ts'
import { FinishObject } from '../services/finish_object.ts'

export const objectWorkflow = defineJob<ObjectWorkflow>({
  name: QUEUES.objectWorkflow,
  about: {
    carries: 'One object that is being created, or emptied and deleted.',
    takes: 'Under a second; as long as its venue, chain or sweeps need.',
    failing:
      'The object stays pending. Look at the operation in the payload, and at the module of its type.',
  },
  concurrency: 16,
  concerns: aboutOperations,
  operations: operationIdsIn,
  async handle({ operationId, deletes }, { container }) {
    const workflow = deletes
      ? await container.make(FinishDeletion)
      : await container.make(FinishObject)
    return (await workflow.run(operationId)) === 'working' ? 'again' : 'done'
  },
})
