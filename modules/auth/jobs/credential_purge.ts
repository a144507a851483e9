import { defineJob } from '#app/queue/job'
import { PurgeCredentials } from '../services/purge_credentials.ts'

const EVERY_MS = 3_600_000

export const credentialPurge = defineJob<Record<string, never>>({
  name: 'auth-credential-purge',
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const purge = await container.make(PurgeCredentials)
    const purged = await purge.run()
    if (purged > 0) log.info({ purged }, 'expired sessions and scoped tokens purged')
    return 'done'
  },
})
