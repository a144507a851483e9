import { defineJob } from '#app/queue/job'
import { CustodyServices } from '../services/custody_services.ts'

/** Looks after boundaries whose jobs could do nothing, as while the chain was away. */
export const keepBoundariesJob = defineJob<Record<string, never>>({
  name: 'custody-boundaries',
  everyMs: 3_000,
  async handle(_payload, { container }) {
    const { onChain } = await container.make(CustodyServices)
    await onChain?.boundaries.keep.run()
    return 'done'
  },
})
