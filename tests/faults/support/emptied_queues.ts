import app from '@adonisjs/core/services/app'
import type { QueueConfig } from '#app/queue/queue_host'
import { queueStore } from '#tests/support/queue_store'

/**
 * Deletes all that Redis holds of the queues with this prefix, by default those of this process.
 *
 * @returns how many keys there were
 */
export async function emptyQueues(ofPrefix?: string): Promise<number> {
  const { prefix } = app.config.get<QueueConfig>('queue')
  const redis = queueStore()
  try {
    const keys = await redis.keys(`${(ofPrefix ?? prefix).replace(/[[\]*?]/g, '\\$&')}:*`)
    return keys.length > 0 ? await redis.del(...keys) : 0
  } finally {
    redis.disconnect()
  }
}
