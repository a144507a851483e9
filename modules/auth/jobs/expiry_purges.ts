import { defineJob } from '#app/queue/job'
import { PurgeExpired, type ExpiringTable } from '../services/purge_expired.ts'

const EVERY_MS = 3_600_000

function purgeJob(name: string, what: string, tables: ExpiringTable[]) {
  return defineJob<Record<string, never>>({
    name,
    about: {
      carries: `What has ended: ${what}.`,
      takes: 'Seconds, once an hour.',
      failing:
        'Harmless for days: they are refused anyway. Read the error in the log; the next turn makes up for it.',
    },
    everyMs: EVERY_MS,
    async handle(_payload, { container, log }) {
      const purged = await (await container.make(PurgeExpired)).run(...tables)
      if (purged > 0) log.info({ purged }, `${what} purged`)
      return 'done'
    },
  })
}

export const expiryPurges = [
  purgeJob('auth-refresh-token-purge', 'expired refresh tokens', ['refresh_tokens']),
  purgeJob('auth-credential-purge', 'expired sessions and scoped tokens', [
    'sessions',
    'scoped_tokens',
    'ended_credentials',
  ]),
  purgeJob('auth-step-up-purge', 'old confirmations and invitations', [
    'step_up_requests',
    'invitations',
  ]),
  purgeJob('auth-signature-claim-purge', 'old signature claims', ['signature_claims']),
]
