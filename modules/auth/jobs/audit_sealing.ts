import { defineJob } from '#app/queue/job'
import { SealAudit } from '../services/seal_audit.ts'

const EVERY_MS = 2_000

/** Until this job has run, an entry can be removed unnoticed. */
export const auditSealing = defineJob<Record<string, never>>({
  name: 'auth-audit-sealing',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    const seal = await container.make(SealAudit)
    await seal.run()
    return 'done'
  },
})
