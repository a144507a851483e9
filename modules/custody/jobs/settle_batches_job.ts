import { QueueHost } from '#app/queue/queue_host'
import { QUEUES } from '../core/queue_names.ts'
import { CustodyChain } from '../services/custody_chain.ts'
import { isPassing } from '../services/chain_patience.ts'
import { SendBatches } from '../services/send_batches.ts'
import { VoidSettlements } from '../services/void_settlements.ts'
import { waitingSettlements } from '../storage/settlement_store.ts'
import { openTransactions } from '../storage/transaction_rows.ts'
import { chainJob, dueOnChain } from './chain_job.ts'

/**
 * Sends what is queued, at once when woken, and looks after what was sent at every turn. The queue is
 * the rows; a run that finds none does nothing.
 */
export const settleBatchesJob = (chainId: number | undefined) =>
  chainJob<{ wake?: boolean }>({
    name: QUEUES.settle,
    about: {
      carries:
        'Settlements that wait for the chain: sent in batches, then looked after until they are final.',
      takes: 'A second each turn; one settlement takes as long as the chain needs.',
      failing:
        'Transfers between boundaries stay pending with their holds. See "A transfer that does not settle" in docs/operating.md.',
    },
    everyMs: 1_000,
    restMs: 60_000,
    due: dueOnChain(chainId, waitingSettlements, openTransactions),
    async handle({ wake = false }, { container, log }) {
      const sendBatches = await container.make(SendBatches)
      const voids = await container.make(VoidSettlements)
      const { lanes } = await container.make(CustodyChain)
      const steps: (() => Promise<unknown>)[] = [
        // Somebody waits for what a server has asked for.
        () => Promise.all(lanes.map((lane) => lane.signReserved())),
        () => voids.run(),
        () => sendBatches.run(),
      ]
      if (!wake) steps.push(() => sendBatches.look())
      // One after the other: a full nonce lane stops the sending, and only the look at sent
      // transactions makes room.
      for (const step of steps) {
        try {
          await step()
        } catch (error) {
          if (!isPassing(error)) throw error
          log.debug({ reason: error.message }, 'settlements wait for the chain')
        }
      }
      // What was sent is looked after by a turn of its own, and not by the job that somebody owed.
      if (wake) (await container.make(QueueHost)).wake(QUEUES.settle)
      return !wake && (await sendBatches.unfinished()) ? 'again' : 'done'
    },
  })
