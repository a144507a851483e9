import { QUEUES } from '#modules/ledger/core/job_rows'
import { holdQueues } from '#tests/support/held_queues'

/** Settles nothing meanwhile: a test does it by hand, or changes what will be found. */
export async function withSettlementPaused<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await holdQueues(QUEUES.settlement, QUEUES.confirmation)
  try {
    return await work()
  } finally {
    await release()
  }
}
