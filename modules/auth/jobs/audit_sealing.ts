import { defineJob } from '#app/queue/job'
import { SealAudit } from '../services/seal_audit.ts'
import { UNSEALED } from '../storage/audit_chain_store.ts'

const EVERY_MS = 1_000
const REST_MS = 60_000

/** Until this job has run, an entry can be removed unnoticed. */
export const auditSealing = defineJob<Record<string, never>>({
  name: 'auth-audit-sealing',
  about: {
    carries: 'New audit entries, which become links of the hash chain.',
    takes: 'Under a second, while there are such entries, and once a minute.',
    failing:
      'Entries are written but unprotected. Repair it the same day, then run `node ace auth:verify-audit`.',
  },
  everyMs: EVERY_MS,
  restMs: REST_MS,
  due: UNSEALED,
  async handle(_payload, { container }) {
    const seal = await container.make(SealAudit)
    await seal.run()
    return 'done'
  },
})
