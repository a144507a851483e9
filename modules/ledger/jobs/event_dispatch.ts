import { defineJob } from '#app/queue/job'
import { QUEUES } from '#modules/ledger/jobs/job_rows'
import { DispatchEvents } from '#modules/ledger/services/dispatch_events'

export const eventDispatch = defineJob<{ realmId: string }>({
  name: QUEUES.eventDispatch,
  concurrency: 8,
  async handle({ realmId }, { container }) {
    await (await container.make(DispatchEvents)).run(realmId)
    return 'done'
  },
})
