import { defineJob } from '#app/queue/job'
import { QUEUES } from '#modules/ledger/jobs/job_rows'
import { ConfirmOperation } from '#modules/ledger/services/confirm_operation'

export const confirmation = defineJob<{ operationId: string; rail: string }>({
  name: QUEUES.confirmation,
  concurrency: 16,
  async handle({ operationId, rail }, { container }) {
    const confirm = await container.make(ConfirmOperation)
    return (await confirm.run(operationId, rail)) === 'waiting' ? 'again' : 'done'
  },
})
