import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import type { SqlSession } from '#app/storage/database'

export const RECONCILIATION_QUEUE = 'reconciliation'

/**
 * Stores the job of a reconciliation in the transaction that makes it.
 *
 * @returns the job, to be announced after the commit
 */
export async function queueReconciliation(session: SqlSession, id: string): Promise<OutboxJob> {
  const job = { id: newId('job'), queue: RECONCILIATION_QUEUE, payload: { reconciliationId: id } }
  await Outbox.store(session, [job])
  return job
}
