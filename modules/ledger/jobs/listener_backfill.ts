import { defineJob } from '#app/queue/job'
import { QUEUES } from '../core/job_rows.ts'
import { BackfillListener } from '../services/backfill_listener.ts'
import { EnlistListeners } from '../services/enlist_listeners.ts'

const EVERY_MS = 60_000

/** Without a listener in its payload it is the periodic look for new ones. */
export const listenerBackfill = defineJob<{ listener?: string }>({
  name: QUEUES.listenerBackfill,
  about: {
    carries: 'A listener of a new module that is told what the realms have seen before.',
    takes:
      'Turns of some seconds, for as long as there is history; once a minute a look for new ones.',
    failing:
      'The new module lacks events of the past; new ones reach it. It goes on where it stopped; read the error.',
  },
  everyMs: EVERY_MS,
  discardable: true,
  concerns: async ({ listener }) =>
    listener === undefined ? [] : [{ text: `the listener ${listener}` }],
  async handle({ listener }, { container }) {
    if (listener !== undefined) return (await container.make(BackfillListener)).run(listener)
    await (await container.make(EnlistListeners)).run()
    return 'done'
  },
})
