import app from '@adonisjs/core/services/app'
import type { Redis } from 'ioredis'
import type { QueueConfig } from '#app/queue/queue_host'
import { oneServer } from '#app/queue/redis_client'

const PATIENCE_MS = 10_000

/** A client of the Redis of this test process, which the caller closes. */
export function queueStore(): Redis {
  const { redis } = app.config.get<QueueConfig>('queue')
  return oneServer(redis, redis.places.addresses[0]!, PATIENCE_MS)
}
