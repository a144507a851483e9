import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import type { SqlSession } from '#app/storage/database'
import type { Occurrence } from '../core/schedule.ts'

export const OCCURRENCE_QUEUE = 'schedule-occurrence'

/** Stands for the end of a schedule among the numbers of its occurrences. */
export const END = 0

/**
 * Stores a job for each of these occurrences in the transaction that changes them.
 *
 * @returns the jobs, to be announced after the commit
 */
export async function queueOccurrences(
  session: SqlSession,
  occurrences: readonly Pick<Occurrence, 'scheduleId' | 'number'>[]
): Promise<OutboxJob[]> {
  const jobs = occurrences.map(({ scheduleId, number }) => {
    return { id: newId('job'), queue: OCCURRENCE_QUEUE, payload: { scheduleId, number } }
  })
  await Outbox.store(session, jobs)
  return jobs
}
