import { defineJob } from '#app/queue/job'
import { QUEUES } from '../core/job_rows.ts'
import { PurgeSpends } from '../services/purge_spends.ts'
import { Reap } from '../services/reap.ts'

const EVERY_MS = 60_000

export const reaper = defineJob<Record<string, never>>({
  name: QUEUES.reaper,
  about: {
    carries: 'Realms and deletions that have outlived their time.',
    takes: 'Under a second, once a minute.',
    failing: 'They end late. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    await (await container.make(PurgeSpends)).run()
    const ended = await (await container.make(Reap)).run()
    if (ended.realms + ended.deletions > 0) log.info(ended, 'ended what had outlived its time')
    return 'done'
  },
})
