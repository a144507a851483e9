import { defineJob } from '#app/queue/job'
import { QUEUES } from '../core/job_rows.ts'
import { Reap } from '../services/reap.ts'

const EVERY_MS = 60_000

export const reaper = defineJob<Record<string, never>>({
  name: QUEUES.reaper,
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const ended = await (await container.make(Reap)).run()
    if (ended.realms + ended.deletions > 0) log.info(ended, 'ended what had outlived its time')
    return 'done'
  },
})
