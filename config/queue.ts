import env from '#start/env'

const queueConfig = {
  /** The braces keep all keys of a queue in one slot of a Redis Cluster. */
  prefix: env.get('QUEUE_PREFIX', '{svc}'),
  connection: {
    host: env.get('REDIS_HOST'),
    port: env.get('REDIS_PORT'),
    password: env.get('REDIS_PASSWORD') || undefined,
  },
}

export default queueConfig
