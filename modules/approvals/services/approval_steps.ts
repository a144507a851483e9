import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import type { SqlSession } from '#app/storage/database'

export const APPROVAL_QUEUE = 'approval'

/**
 * Stores the job that goes on with an approval, in the transaction that changes it: it executes what
 * is approved, and tells what has happened.
 *
 * @returns the job, to be announced after the commit
 */
export async function oweStep(session: SqlSession, approvalId: string): Promise<OutboxJob[]> {
  const jobs = [{ id: newId('job'), queue: APPROVAL_QUEUE, payload: { approvalId } }]
  await Outbox.store(session, jobs)
  return jobs
}
