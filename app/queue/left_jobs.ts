import type { RedisClient } from '#app/queue/redis_client'

/** A delayed job's place among others: when it is due, and below that a number of its own. */
const PLACES_OF_A_MS = 0x1000

/** What a queue has for its workers. */
export interface LeftJobs {
  /** Whether a job waits. */
  waits: boolean
  /** When the next delayed job is due, in milliseconds since the Unix epoch; null when there is none. */
  dueAt: number | null
}

/**
 * Reads in one turn what queues have left, whatever their markers say.
 *
 * @param queues what all keys of each begin with
 * @throws when Redis cannot be reached
 */
export async function leftJobs(redis: RedisClient, queues: readonly string[]): Promise<LeftJobs[]> {
  return Promise.all(
    queues.map(async (queue) => {
      const [waiting, dueAt] = await Promise.all([
        redis.exists(`${queue}wait`, `${queue}prioritized`),
        nextDueAt(redis, queue),
      ])
      return { waits: waiting > 0, dueAt }
    })
  )
}

/** When the next delayed job of a queue is due; null when there is none. */
export async function nextDueAt(redis: RedisClient, queue: string): Promise<number | null> {
  const [, place] = await redis.zrange(`${queue}delayed`, '0', '0', 'WITHSCORES')
  return place === undefined ? null : Number(place) / PLACES_OF_A_MS
}
