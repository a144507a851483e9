import { defineJob } from '#app/queue/job'
import { QUEUES, operationsOf } from '#modules/ledger/jobs/job_rows'
import { SettleOperation } from '#modules/ledger/services/settle_operation'

export const settlement = defineJob<{ operationIds: string }>({
  name: QUEUES.settlement,
  concurrency: 16,
  async handle(payload, { container }) {
    await (await container.make(SettleOperation)).runEach(operationsOf(payload))
    return 'done'
  },
})
