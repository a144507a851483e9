import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn } from '../core/job_rows.ts'
import { aboutOperations } from './about_operations.ts'
import { StartOnRail } from '../services/start_on_rail.ts'

export const settlement = defineJob<{ operationIds: string }>({
  name: QUEUES.settlement,
  about: {
    carries: 'Pending operations that have to begin on their rail.',
    takes: 'Under a second, plus what the rail needs to accept them.',
    failing:
      'Operations stay pending with their holds and are retried. Look at the rail; never delete the job to unblock others.',
  },
  concurrency: 16,
  concerns: aboutOperations,
  operations: operationIdsIn,
  async handle(payload, { container }) {
    await (await container.make(StartOnRail)).runEach(operationIdsIn(payload))
    return 'done'
  },
})
