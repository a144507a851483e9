import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { ApplicationService } from '@adonisjs/core/types'
import { warned, type Weakness } from '#app/preflight/weakness'

/** Names of the migrations of this release that the database has not seen, in their order. */
export async function pendingMigrations(app: ApplicationService): Promise<string[]> {
  const database = await app.container.make('lucid.db')
  const runner = new MigrationRunner(database, app, { direction: 'up', dryRun: true })
  const all = await runner.getList()
  return all.filter(({ status }) => status === 'pending').map(({ name }) => name)
}

/**
 * A release whose tables are not there yet may start all the same: `npm start` asks the doctor
 * before it makes them.
 */
export function tableWeaknesses(pending: readonly string[]): Weakness[] {
  if (pending.length === 0) return []
  const first = pending[0]!
  const wrong = `${pending.length} migrations have not run, the first is ${first}: requests that need them fail.`
  return [warned('migrations', wrong, 'Run "node ace migration:run --force" as DB_MIGRATION_USER.')]
}
