import { Redis } from 'ioredis'
import { warned, type Weakness } from '#app/preflight/weakness'
import type { QueueConfig } from '#app/queue/queue_host'
import { LIMITS } from '#app/limits'

/**
 * Weaknesses of Redis. It carries only wake-ups, so that they cost time and are reported as
 * warnings.
 *
 * @throws Error when Redis cannot be reached, with the connection's reason, such as a wrong
 *   certificate
 */
export async function redisWeaknesses(connection: QueueConfig['connection']): Promise<Weakness[]> {
  const redis = new Redis({
    ...connection,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: LIMITS.preflightMs,
  })
  let failure: unknown = null
  redis.on('error', (error) => (failure = error))
  try {
    await redis.connect()
    return evictionWeaknesses(await redis.info('memory'))
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}

/** @param memory the section of `INFO` of that name */
export function evictionWeaknesses(memory: string): Weakness[] {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1]
  if (policy === undefined || policy === 'noeviction') return []
  return [
    warned(
      'maxmemory-policy',
      `Redis drops keys when its memory is full (${policy}); jobs then wait until the outbox wakes them again.`,
      'Set maxmemory-policy to noeviction.'
    ),
  ]
}
