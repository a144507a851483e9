import { defineJob } from '#app/queue/job'
import { QUEUES, operationIdsIn } from '../core/job_rows.ts'
import { aboutOperations } from './about_operations.ts'
import { PollRail } from '../services/poll_rail.ts'

export const confirmation = defineJob<{ operationIds: string; rail: string }>({
  name: QUEUES.confirmation,
  about: {
    carries: 'Pending operations that a rail has started, asked how far they are.',
    takes: 'Under a second each time, again and again until the rail has ended them.',
    failing:
      'Operations stay pending with their holds; nothing is lost. Look at the rail that the payload names.',
  },
  concurrency: 16,
  concerns: aboutOperations,
  operations: operationIdsIn,
  async handle(payload, { container }) {
    const poll = await container.make(PollRail)
    const waits = await poll.runEach(operationIdsIn(payload), payload.rail)
    return waits === 'waiting' ? 'again' : 'done'
  },
})
