import { defineJob } from '#app/queue/job'
import { isPassing } from '../services/chain_patience.ts'
import { CustodyServices } from '../services/custody_services.ts'

/** Draws up balance sheets, and brings pools to where the halts of their realms want them. */
export function balanceSheetJob(everyMs: number) {
  return defineJob<Record<string, never>>({
    name: 'custody-balance-sheet',
    everyMs,
    async handle(_payload, { container, log }) {
      const { onChain } = await container.make(CustodyServices)
      if (!onChain) return 'done'
      try {
        await onChain.sheets.follow.run()
        await onChain.sheets.watch.run()
      } catch (error) {
        if (!isPassing(error)) throw error
        log.debug({ reason: error.message }, 'balance sheets wait for the chain')
      }
      return 'done'
    },
  })
}
