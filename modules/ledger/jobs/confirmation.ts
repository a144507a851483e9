import { defineJob } from '#app/queue/job'
import { QUEUES, operationsOf } from '#modules/ledger/jobs/job_rows'
import { ConfirmOperation } from '#modules/ledger/services/confirm_operation'

export const confirmation = defineJob<{ operationIds: string; rail: string }>({
  name: QUEUES.confirmation,
  concurrency: 16,
  async handle(payload, { container }) {
    const confirm = await container.make(ConfirmOperation)
    const waits = await confirm.runEach(operationsOf(payload), payload.rail)
    return waits === 'waiting' ? 'again' : 'done'
  },
})
