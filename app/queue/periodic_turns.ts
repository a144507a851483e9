import type { Queue } from 'bullmq'
import type { JobDefinition } from '#app/queue/job'
import type { QueuedData } from '#app/queue/job_runner'
import { nextDueAt } from '#app/queue/left_jobs'
import type { RedisClient } from '#app/queue/redis_client'

type Periodic = Pick<JobDefinition, 'everyMs' | 'restMs'>

const RUN: QueuedData = { outboxId: null, payload: {} }
/** How many finished runs stay visible on the dashboard. */
const KEPT = { removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } }
/** How far the clocks of two processes may be apart without either taking the other's schedules for wrong. */
const CLOCKS_APART_MS = 60_000

/** Has a periodic job run by the clock; where it is scheduled already, that stays. */
export async function schedule(queue: Queue<QueuedData>, turns: Periodic): Promise<void> {
  const { name } = queue
  await queue.upsertJobScheduler(name, { every: turnMs(turns) }, { name, data: RUN, opts: KEPT })
}

/**
 * Whether the next turn of a periodic job, which stands among delayed ones, has its place. It has none after
 * Redis was emptied. Its time is one by the clock: where this was set back the job would stand still until
 * the time is reached, so that such a schedule is taken away.
 */
export async function isScheduled(
  queue: Queue<QueuedData>,
  turns: Periodic,
  redis: RedisClient
): Promise<boolean> {
  const dueAt = await nextDueAt(redis, queue.toKey(''))
  if (dueAt === null) return false
  if (dueAt <= Date.now() + turnMs(turns) + CLOCKS_APART_MS) return true
  await queue.removeJobScheduler(queue.name)
  return false
}

/** Adds a run. One that waits already is enough, and one that comes while the job runs follows it. */
export async function runSoon(queue: Queue<QueuedData>): Promise<void> {
  const deduplication = { id: queue.name, keepLastIfActive: true }
  await queue.add(queue.name, RUN, { ...KEPT, deduplication })
}

function turnMs({ everyMs, restMs }: Periodic): number {
  return restMs ?? everyMs!
}
