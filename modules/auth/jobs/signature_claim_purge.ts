import { defineJob } from '#app/queue/job'
import { PurgeSignatureClaims } from '../services/purge_signature_claims.ts'

const EVERY_MS = 3_600_000

export const signatureClaimPurge = defineJob<Record<string, never>>({
  name: 'auth-signature-claim-purge',
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const purge = await container.make(PurgeSignatureClaims)
    const purged = await purge.run()
    if (purged > 0) log.info({ purged }, 'old signature claims purged')
    return 'done'
  },
})
