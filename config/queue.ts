import env from '#start/env'
import { isLoopback } from '#app/preflight/addresses'
import { readSetting } from '#app/preflight/broken_settings'
import { clientTls } from '#app/storage/client_tls'

const tls = readSetting(
  () =>
    clientTls({
      prefix: 'REDIS',
      enabled: env.get('REDIS_TLS', false),
      host: env.get('REDIS_HOST'),
      caFile: env.get('REDIS_CA_FILE'),
    }),
  // As in `config/database.ts`: no password leaves this machine unencrypted.
  isLoopback(env.get('REDIS_HOST')) ? undefined : {}
)

const queueConfig = {
  /** The braces keep all keys of a queue in one slot of a Redis Cluster. */
  prefix: env.get('QUEUE_PREFIX', '{svc}'),
  connection: {
    host: env.get('REDIS_HOST'),
    port: env.get('REDIS_PORT'),
    password: env.get('REDIS_PASSWORD') || undefined,
    ...(tls && { tls }),
  },
}

export default queueConfig
