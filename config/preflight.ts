import env from '#start/env'
import queueConfig from '#config/queue'

/** What the checks before a start look at; see `app/preflight`. */
const preflightConfig = {
  production: env.get('NODE_ENV') === 'production',
  appUrl: env.get('APP_URL'),
  appKey: env.get('APP_KEY'),
  database: { hosts: [env.get('DB_HOST')], tls: env.get('DB_TLS', false) },
  databaseUser: env.get('DB_USER'),
  databaseName: env.get('DB_DATABASE'),
  redis: {
    hosts: queueConfig.redis.places.addresses.map(({ host }) => host),
    tls: env.get('REDIS_TLS', false),
  },
  embedded: env.get('EMBEDDED_SERVICES', '').split(',').filter(Boolean),
  binlogBackup: env.get('BINLOG_BACKUP', ''),
}

export default preflightConfig
