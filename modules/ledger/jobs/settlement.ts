import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn } from '../core/job_rows.ts'
import { StartOnRail } from '../services/start_on_rail.ts'

export const settlement = defineJob<{ operationIds: string }>({
  name: QUEUES.settlement,
  concurrency: 16,
  async handle(payload, { container }) {
    await (await container.make(StartOnRail)).runEach(operationIdsIn(payload))
    return 'done'
  },
})
