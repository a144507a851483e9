import { defineJob } from '#app/queue/job'
import { ArrivedDeposits } from '#modules/ledger/index'
import { isPassing } from '../services/chain_patience.ts'
import { CustodyServices } from '../services/custody_services.ts'

/**
 * Watches the addresses of live deposits and tells the ledger of what has arrived. Everything it
 * owes stands in tables, so that a run that is lost is made up for by the next one.
 */
export function depositsJob(everyMs: number) {
  return defineJob<Record<string, never>>({
    name: 'custody-deposits',
    everyMs,
    async handle(_payload, { container, log }) {
      const { onChain } = await container.make(CustodyServices)
      if (!onChain) return 'done'
      const ledger = await container.make(ArrivedDeposits)
      await onChain.deposits.credit.run(ledger)
      try {
        await onChain.deposits.watch.run(ledger)
      } catch (error) {
        if (!isPassing(error)) throw error
        log.debug({ reason: error.message }, 'deposits are looked at again later')
      }
      return 'done'
    },
  })
}
