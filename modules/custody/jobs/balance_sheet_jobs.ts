import { defineJob } from '#app/queue/job'
import { CustodyServices } from '../services/custody_services.ts'
import type { SheetParts } from '../services/sheet_parts.ts'
import { isPassing } from '../services/chain_patience.ts'

/**
 * The recurring work of balance sheets. It has jobs of its own, so that a theft is reported and its
 * pool halted however long the turns of other realms take.
 */
export function balanceSheetJobs(everyMs: number) {
  return [
    sheetJob('custody-halts', everyMs, ({ follow }) => follow.run()),
    sheetJob('custody-token-watch', everyMs, ({ watch }) => watch.runShort()),
    sheetJob('custody-balance-sheet', everyMs, ({ watch }) => watch.run()),
  ]
}

function sheetJob(name: string, everyMs: number, run: (sheets: SheetParts) => Promise<void>) {
  return defineJob<Record<string, never>>({
    name,
    everyMs,
    async handle(_payload, { container, log }) {
      const { onChain } = await container.make(CustodyServices)
      if (!onChain) return 'done'
      try {
        await run(onChain.sheets)
      } catch (error) {
        if (!isPassing(error)) throw error
        log.debug({ reason: error.message }, 'the job waits for the chain')
      }
      return 'done'
    },
  })
}
