import { defineJob } from '#app/queue/job'
import { QUEUES, operationsOf } from '../core/job_rows.ts'
import { SettleOperation } from '../services/settle_operation.ts'

export const settlement = defineJob<{ operationIds: string }>({
  name: QUEUES.settlement,
  concurrency: 16,
  async handle(payload, { container }) {
    await (await container.make(SettleOperation)).runEach(operationsOf(payload))
    return 'done'
  },
})
