import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn } from '../core/job_rows.ts'
import { PollRail } from '../services/poll_rail.ts'

export const confirmation = defineJob<{ operationIds: string; rail: string }>({
  name: QUEUES.confirmation,
  concurrency: 16,
  async handle(payload, { container }) {
    const poll = await container.make(PollRail)
    const waits = await poll.runEach(operationIdsIn(payload), payload.rail)
    return waits === 'waiting' ? 'again' : 'done'
  },
})
