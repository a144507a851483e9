import type { Secret } from '@adonisjs/core/helpers'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Clock } from '#app/clock/clock'
import { driftWeaknesses, hostClockWeaknesses } from '#app/preflight/clock_check'
import {
  BINARY_LOG_VARIABLES,
  STORAGE_VARIABLES,
  binaryLogWeaknesses,
  databaseVersionWeaknesses,
  grantWeaknesses,
  storageWeaknesses,
  type ServerVariables,
} from '#app/preflight/database_check'
import { grantedRoles } from '#app/preflight/grants'
import { redisWeaknesses } from '#app/preflight/redis_check'
import { hostClockSynchronized } from '#app/preflight/host_clock'
import { diskWeaknesses, freeBytes, runtimeWeaknesses } from '#app/preflight/machine_check'
import { settingsWeaknesses, type HostSettings } from '#app/preflight/settings_check'
import { pendingMigrations, tableWeaknesses } from '#app/preflight/tables_check'
import type { PreflightCheck } from '#app/preflight/weakness'
import type { QueueConfig } from '#app/queue/queue_host'
import type { Database } from '#app/storage/database'
import { LIMITS } from '#app/limits'

/** The shape of `config/preflight.ts`. */
export interface PreflightConfig extends Omit<HostSettings, 'appKey'> {
  appKey: Secret<string>
  production: boolean
  databaseUser: string
  databaseName: string
  binlogBackup: string
}

/** What the host checks before it serves. */
export function hostPreflight(
  config: PreflightConfig,
  queues: QueueConfig,
  { app, database, clock }: { app: ApplicationService; database: Database; clock: Clock }
): PreflightCheck[] {
  const stage = 'production' as const
  return [
    {
      name: 'the settings',
      stage,
      check: () => settingsWeaknesses({ ...config, appKey: config.appKey.release() }),
    },
    {
      name: 'the rights of the database user',
      stage,
      check: async () => {
        const { databaseUser, databaseName } = config
        return grantWeaknesses(databaseUser, await grantsOf(database), databaseName)
      },
    },
    {
      name: 'the binary log of the database',
      stage,
      check: async () => {
        const found = await variables(database, BINARY_LOG_VARIABLES)
        return binaryLogWeaknesses(found, config.binlogBackup)
      },
    },
    {
      name: 'the storage of the database',
      stage,
      check: async () => storageWeaknesses(await variables(database, STORAGE_VARIABLES)),
    },
    {
      name: 'the version of the database',
      stage,
      check: async () => {
        const [row] = await database.read<{ version: string }>('SELECT VERSION() AS version')
        return databaseVersionWeaknesses(row!.version)
      },
    },
    {
      name: 'the tables',
      stage,
      check: async () => tableWeaknesses(await pendingMigrations(app)),
    },
    {
      name: 'the clock of the database',
      stage,
      check: async () =>
        driftWeaknesses('the database', await databaseDrift(database, clock), LIMITS.clockDriftMs),
    },
    { name: 'Redis', stage, check: () => redisWeaknesses(queues.redis) },
    {
      name: 'the clock of this machine',
      stage,
      check: async () => hostClockWeaknesses(await hostClockSynchronized()),
    },
    { name: 'Node.js', stage, check: () => runtimeWeaknesses(process.versions.node) },
    {
      name: 'the disk of this machine',
      stage,
      check: async () => diskWeaknesses(app.makePath(), await freeBytes(app.makePath())),
    },
  ]
}

async function variables(database: Database, names: readonly string[]): Promise<ServerVariables> {
  const rows = await database.read<{ Variable_name: string; Value: string }>(
    'SHOW GLOBAL VARIABLES WHERE Variable_name IN (?)',
    [names]
  )
  return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name, value]))
}

async function grantsOf(database: Database): Promise<string[]> {
  const own = await shownGrants(database, 'SHOW GRANTS')
  const roles = grantedRoles(own)
  const ofRoles = await Promise.all(
    roles.map((role) => shownGrants(database, `SHOW GRANTS FOR ${role}`))
  )
  return [...own, ...ofRoles.flat()]
}

/** Reads the one column, which is named after the user it is about. */
async function shownGrants(database: Database, statement: string): Promise<string[]> {
  const rows = await database.read<Record<string, string>>(statement)
  return rows.flatMap((row) => Object.values(row))
}

async function databaseDrift(database: Database, clock: Clock) {
  // The first statement of a pool opens its connection, which would count as time of the answer.
  await database.read('SELECT 1')
  const before = clock.nowMs()
  const [row] = await database.read<{ now: string }>('SELECT UNIX_TIMESTAMP(NOW(6)) AS now')
  const after = clock.nowMs()
  const aheadMs = Number(row!.now) * 1000 - (before + after) / 2
  return { aheadMs, uncertaintyMs: (after - before) / 2 }
}
