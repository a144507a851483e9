import { defineJob } from '#app/queue/job'
import { SETTLE_QUEUE } from '../services/carry_transfer.ts'
import { isPassing } from '../services/chain_patience.ts'
import { CustodyServices } from '../services/custody_services.ts'

const EVERY_MS = 1_000

/**
 * Sends what is queued, at once when woken, and looks after what was sent at every turn. The queue is
 * the rows; a run that finds none does nothing.
 */
export const settleBatchesJob = defineJob<{ wake?: boolean }>({
  name: SETTLE_QUEUE,
  everyMs: EVERY_MS,
  async handle({ wake = false }, { container, log }) {
    const { onChain } = await container.make(CustodyServices)
    if (!onChain) return 'done'
    try {
      await onChain.settlement.sendBatches.run()
      if (!wake) await onChain.settlement.sendBatches.look()
    } catch (error) {
      if (!isPassing(error)) throw error
      log.debug({ reason: error.message }, 'settlements wait for the chain')
    }
    return 'done'
  },
})
