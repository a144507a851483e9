import { defineJob } from '#app/queue/job'
import { CustodyServices } from '../services/custody_services.ts'

/** Runs when a worker starts, and every few seconds as long as one lives. */
export const keepChainJob = defineJob<Record<string, never>>({
  name: 'custody-keeper',
  everyMs: 3_000,
  async handle(_payload, { container }) {
    const { onChain } = await container.make(CustodyServices)
    await onChain?.keepChain.run()
    return 'done'
  },
})
