import env from '#start/env'
import { isLoopback } from '#app/preflight/addresses'
import { readSetting } from '#app/preflight/broken_settings'
import { redisPlaces, type RedisPlaces } from '#app/queue/redis_places'
import { clientTls } from '#app/storage/client_tls'

/** The braces keep all keys of a queue in one slot of a Redis Cluster. */
const prefix = env.get('QUEUE_PREFIX', '{svc}')

/** Nothing is served with it: see `readSetting`. */
const NOWHERE: RedisPlaces = { kind: 'single', addresses: [{ host: '127.0.0.1', port: 6379 }] }

const places = readSetting(
  () =>
    redisPlaces({
      REDIS_HOST: env.get('REDIS_HOST'),
      REDIS_PORT: env.get('REDIS_PORT'),
      REDIS_NODES: env.get('REDIS_NODES'),
      REDIS_SENTINELS: env.get('REDIS_SENTINELS'),
      REDIS_SENTINEL_NAME: env.get('REDIS_SENTINEL_NAME'),
      REDIS_SENTINEL_PASSWORD: env.get('REDIS_SENTINEL_PASSWORD'),
      QUEUE_PREFIX: prefix,
    }),
  NOWHERE
)

const SETTING = { single: 'REDIS_HOST', cluster: 'REDIS_NODES', sentinel: 'REDIS_SENTINELS' }

const tls = readSetting(
  () =>
    clientTls({
      prefix: 'REDIS',
      enabled: env.get('REDIS_TLS', false),
      hosts: places.addresses.map(({ host }) => host),
      hostSetting: SETTING[places.kind],
      caFile: env.get('REDIS_CA_FILE'),
    }),
  // As in `config/database.ts`: no password leaves this machine unencrypted.
  places.addresses.every(({ host }) => isLoopback(host)) ? undefined : {}
)

const queueConfig = {
  prefix,
  redis: { places, password: env.get('REDIS_PASSWORD') || undefined, ...(tls && { tls }) },
}

export default queueConfig
