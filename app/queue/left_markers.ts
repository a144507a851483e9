import { QueueKeys } from 'bullmq'
import type { RedisClient } from '#app/queue/redis_client'

/** A delayed job's place among others: when it is due, and below that a number of its own. */
const PLACES_OF_A_MS = 0x1000

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
  await Promise.all(
    queues.map(async (name) => {
      const marker = keys.toKey(name, 'marker')
      const [waiting, prioritized, [, place]] = await Promise.all([
        redis.llen(keys.toKey(name, 'wait')),
        redis.zcard(keys.toKey(name, 'prioritized')),
        redis.zrange(keys.toKey(name, 'delayed'), '0', '0', 'WITHSCORES'),
      ])
      if (waiting + prioritized > 0) await redis.zadd(marker, 0, '0')
      // Whoever has put a marker there knew of all delayed jobs.
      if (place !== undefined) await redis.zadd(marker, 'NX', Number(place) / PLACES_OF_A_MS, '1')
    })
  )
}
