import { defineJob } from '#app/queue/job'
import { QUEUES } from '../core/job_rows.ts'
import { DispatchEvents } from '../services/dispatch_events.ts'

export const eventDispatch = defineJob<{ realmId: string }>({
  name: QUEUES.eventDispatch,
  concurrency: 8,
  async handle({ realmId }, { container }) {
    const dispatch = await container.make(DispatchEvents)
    return (await dispatch.run(realmId)) === 'busy' ? 'again' : 'done'
  },
})
