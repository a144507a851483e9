import { defineJob } from '#app/queue/job'
import { QUEUES, operationsOf } from '../core/job_rows.ts'
import { ConfirmOperation } from '../services/confirm_operation.ts'

export const confirmation = defineJob<{ operationIds: string; rail: string }>({
  name: QUEUES.confirmation,
  concurrency: 16,
  async handle(payload, { container }) {
    const confirm = await container.make(ConfirmOperation)
    const waits = await confirm.runEach(operationsOf(payload), payload.rail)
    return waits === 'waiting' ? 'again' : 'done'
  },
})
