import type { Duplex } from 'node:stream'
import env from '#start/env'
import { defineConfig } from '@adonisjs/lucid'
import { LIMITS } from '#app/limits'
import { isLoopback } from '#app/preflight/addresses'
import { readSetting } from '#app/preflight/broken_settings'
import { clientTls } from '#app/storage/client_tls'
import { endWhenSilent } from '#app/storage/silent_connections'

const POOL_MAX = 16
const POOL_MOST = 1000
/**
 * Longer than jobs that rest: they come once a minute, and each connection that was closed in between
 * would be made anew.
 */
const POOL_IDLE_MS = 150_000

interface SessionConnection {
  stream: Duplex
  query(sql: string, done: (error: unknown) => void): void
}

/**
 * Statements that every new connection runs. READ COMMITTED is set by a statement, because the
 * variable's name differs between MariaDB and MySQL, and an unknown variable hangs the pool. The
 * warnings of rows that go as data have to be kept: they tell which row was refused, and why. A
 * transaction in which nothing happens is given up, on MariaDB: its process may have lost its power, and
 * would hold the lock of a realm until the system notices, after hours.
 */
const SESSION_STATEMENTS = [
  `SET SESSION time_zone='+00:00', innodb_lock_wait_timeout=5, max_error_count=64
     /*M!100300 , idle_transaction_timeout=${LIMITS.databaseSilenceMs / 1000} */`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
]

function openSession(
  connection: SessionConnection,
  done: (error: unknown, connection: SessionConnection) => void
) {
  endWhenSilent(connection.stream)
  const run = (index: number) => {
    const statement = SESSION_STATEMENTS[index]
    if (statement === undefined) return done(null, connection)
    connection.query(statement, (error) => (error ? done(error, connection) : run(index + 1)))
  }
  run(0)
}

const tls = readSetting(
  () =>
    clientTls({
      prefix: 'DB',
      enabled: env.get('DB_TLS', false),
      hosts: [env.get('DB_HOST')],
      hostSetting: 'DB_HOST',
      caFile: env.get('DB_CA_FILE'),
    }),
  // The boot goes on with this value until the checks report it; no password leaves this machine
  // unencrypted.
  isLoopback(env.get('DB_HOST')) ? undefined : {}
)

const poolMax = readSetting(() => {
  const max = env.get('DB_POOL_MAX', POOL_MAX)
  if (Number.isInteger(max) && max >= 1 && max <= POOL_MOST) return max
  throw new Error(`DB_POOL_MAX must be a whole number from 1 to ${POOL_MOST}, not ${max}`)
}, POOL_MAX)

const connection = {
  host: env.get('DB_HOST'),
  port: env.get('DB_PORT'),
  user: env.get('DB_USER'),
  password: env.get('DB_PASSWORD', ''),
  database: env.get('DB_DATABASE'),
  timezone: 'Z',
  charset: 'utf8mb4',
  /** Money must be read with every digit, as text. */
  supportBigNumbers: true,
  bigNumberStrings: true,
  decimalNumbers: false,
  dateStrings: true,
  /** None is prepared; the room for the usual 16,000 takes half a megabyte of each connection. */
  maxPreparedStatements: 1,
  connectTimeout: 5000,
  ...(tls && { ssl: { ...tls, rejectUnauthorized: true, verifyIdentity: true } }),
}

export default defineConfig({
  connection: 'mysql',
  connections: {
    mysql: {
      client: 'mysql2',
      connection,
      pool: { min: 0, max: poolMax, idleTimeoutMillis: POOL_IDLE_MS, afterCreate: openSession },
      migrations: { naturalSort: true, paths: ['database/migrations'] },
      schemaGeneration: { enabled: false },
    },
  },
})
