import { defineJob } from '#app/queue/job'
import { CustodyServices } from '../services/custody_services.ts'

/** Brings vaults of deleted objects home. Finds its work in the database. */
export const vaultsJob = defineJob<Record<string, never>>({
  name: 'custody-vaults',
  everyMs: 2_000,
  async handle(_payload, { container }) {
    const { onChain } = await container.make(CustodyServices)
    await onChain?.vaults.home.run()
    return 'done'
  },
})
