import { defineJob } from '#app/queue/job'
import { LEDGER_LIMITS } from '../limits.ts'
import { QUEUES } from '../core/job_rows.ts'
import { DescribeForOperators } from '../services/describe_for_operators.ts'
import { DispatchEvents } from '../services/dispatch_events.ts'

export const eventDispatch = defineJob<{ realmId: string }>({
  name: QUEUES.eventDispatch,
  about: {
    carries: 'New events of one realm for the listeners of all modules.',
    takes: 'Under a second; longer after a pause.',
    failing:
      'Streams and listeners of that realm lag. The log names the listener that throws; it is retried from where it stopped.',
  },
  concurrency: 8,
  gatherMs: LEDGER_LIMITS.dispatchGatherMs,
  async concerns({ realmId }, container) {
    return (await container.make(DescribeForOperators)).realm(realmId)
  },
  async handle({ realmId }, { container }) {
    const dispatch = await container.make(DispatchEvents)
    return (await dispatch.run(realmId)) === 'busy' ? 'again' : 'done'
  },
})
