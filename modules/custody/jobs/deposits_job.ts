import { ArrivedDeposits } from '#modules/ledger/index'
import { isPassing } from '../services/chain_patience.ts'
import { QUEUES } from '../core/queue_names.ts'
import { CreditArrivals } from '../services/credit_arrivals.ts'
import { WatchDeposits } from '../services/watch_deposits.ts'
import { chainJob } from './chain_job.ts'

/**
 * Watches the addresses of live deposits and tells the ledger of what has arrived. Everything it
 * owes stands in tables, so that a run that is lost is made up for by the next one.
 */
export function depositsJob(turns: { everyMs: number; restMs: number }) {
  return chainJob<Record<string, never>>({
    name: QUEUES.deposits,
    about: {
      carries: 'Live deposits: addresses that are watched, and what has arrived at them.',
      takes: 'Seconds each turn; with the chain away it waits for the next one.',
      failing:
        'Deposits are credited late, none is lost. Look at the node of the chain, then at the error in the log.',
    },
    ...turns,
    async handle(_payload, { container, log }) {
      const ledger = await container.make(ArrivedDeposits)
      const uncredited = await (await container.make(CreditArrivals)).run(ledger)
      try {
        const watched = await (await container.make(WatchDeposits)).run(ledger)
        return uncredited || watched ? 'again' : 'done'
      } catch (error) {
        if (!isPassing(error)) throw error
        log.debug({ reason: error.message }, 'deposits are looked at again later')
        return 'again'
      }
    },
  })
}
