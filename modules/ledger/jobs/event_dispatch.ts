import { defineJob } from '#app/queue/job'
import { QUEUES } from '#modules/ledger/jobs/job_rows'
import { DispatchEvents } from '#modules/ledger/services/dispatch_events'

export const eventDispatch = defineJob<{ realmId: string }>({
  name: QUEUES.eventDispatch,
  concurrency: 8,
  async handle({ realmId }, { container }) {
    const dispatch = await container.make(DispatchEvents)
    return (await dispatch.run(realmId)) === 'busy' ? 'again' : 'done'
  },
})
