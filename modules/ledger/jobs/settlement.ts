import { defineJob } from '#app/queue/job'
import { QUEUES } from '#modules/ledger/jobs/job_rows'
import { SettleOperation } from '#modules/ledger/services/settle_operation'

export const settlement = defineJob<{ operationId: string }>({
  name: QUEUES.settlement,
  concurrency: 16,
  async handle({ operationId }, { container }) {
    await (await container.make(SettleOperation)).run(operationId)
    return 'done'
  },
})
