import { QueueKeys } from 'bullmq'
import { leftJobs } from '#app/queue/left_jobs'
import type { RedisClient } from '#app/queue/redis_client'

/**
 * Leaves to the workers of other processes what those of this one were told, and will not do: a
 * marker tells one worker, and is gone. Without it the others look within a minute.
 *
 * Nothing may take markers for this process any more.
 */
export async function leaveMarkers(
  redis: RedisClient,
  prefix: string,
  queues: readonly string[]
): Promise<void> {
  const keys = new QueueKeys(prefix)
  const left = await leftJobs(
    redis,
    queues.map((name) => keys.toKey(name, ''))
  )
  await Promise.all(
    left.map(async ({ waits, dueAt }, place) => {
      const marker = keys.toKey(queues[place]!, 'marker')
      if (waits) await redis.zadd(marker, 0, '0')
      // Whoever has put a marker there knew of all delayed jobs.
      if (dueAt !== null) await redis.zadd(marker, 'NX', dueAt, '1')
    })
  )
}
