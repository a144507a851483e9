import { defineJob } from '#app/queue/job'
import { PurgeRefreshTokens } from '../services/purge_refresh_tokens.ts'

const EVERY_MS = 3_600_000

export const refreshTokenPurge = defineJob<Record<string, never>>({
  name: 'auth-refresh-token-purge',
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const purge = await container.make(PurgeRefreshTokens)
    const purged = await purge.run()
    if (purged > 0) log.info({ purged }, 'expired refresh tokens purged')
    return 'done'
  },
})
