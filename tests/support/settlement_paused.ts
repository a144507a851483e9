import { QUEUES } from '#modules/ledger/core/job_rows'
import { holdQueues } from '#tests/support/held_queues'

/**
 * Pauses settlement during `work`, so that a test can settle by hand, or change what settlement
 * will find.
 */
export async function withSettlementPaused<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await holdQueues(QUEUES.settlement, QUEUES.confirmation)
  try {
    return await work()
  } finally {
    await release()
  }
}
