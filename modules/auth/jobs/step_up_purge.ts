import { defineJob } from '#app/queue/job'
import { PurgeStepUps } from '../services/purge_step_ups.ts'

const EVERY_MS = 3_600_000

export const stepUpPurge = defineJob<Record<string, never>>({
  name: 'auth-step-up-purge',
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const purge = await container.make(PurgeStepUps)
    const purged = await purge.run()
    if (purged > 0) log.info({ purged }, 'old confirmations purged')
    return 'done'
  },
})
