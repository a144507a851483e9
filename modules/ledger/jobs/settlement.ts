import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn } from '../core/job_rows.ts'
import { SettleOperation } from '../services/settle_operation.ts'

export const settlement = defineJob<{ operationIds: string }>({
  name: QUEUES.settlement,
  concurrency: 16,
  async handle(payload, { container }) {
    await (await container.make(SettleOperation)).runEach(operationIdsIn(payload))
    return 'done'
  },
})
