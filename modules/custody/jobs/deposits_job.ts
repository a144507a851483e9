import { ArrivedDeposits } from '#modules/ledger/index'
import { isPassing } from '../services/chain_patience.ts'
import { CreditArrivals } from '../services/credit_arrivals.ts'
import { WatchDeposits } from '../services/watch_deposits.ts'
import { chainJob } from './chain_job.ts'

/**
 * Watches the addresses of live deposits and tells the ledger of what has arrived. Everything it
 * owes stands in tables, so that a run that is lost is made up for by the next one.
 */
export function depositsJob(everyMs: number) {
  return chainJob<Record<string, never>>({
    name: 'custody-deposits',
    everyMs,
    async handle(_payload, { container, log }) {
      const ledger = await container.make(ArrivedDeposits)
      await (await container.make(CreditArrivals)).run(ledger)
      try {
        await (await container.make(WatchDeposits)).run(ledger)
      } catch (error) {
        if (!isPassing(error)) throw error
        log.debug({ reason: error.message }, 'deposits are looked at again later')
      }
      return 'done'
    },
  })
}
