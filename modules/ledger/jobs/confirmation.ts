import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn } from '../core/job_rows.ts'
import { ConfirmOperation } from '../services/confirm_operation.ts'

export const confirmation = defineJob<{ operationIds: string; rail: string }>({
  name: QUEUES.confirmation,
  concurrency: 16,
  async handle(payload, { container }) {
    const confirm = await container.make(ConfirmOperation)
    const waits = await confirm.runEach(operationIdsIn(payload), payload.rail)
    return waits === 'waiting' ? 'again' : 'done'
  },
})
