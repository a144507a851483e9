import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'

const LOCK = 'tests_migrated_tables'
/** Longer than all migrations take on a busy machine. */
const LOCK_SECONDS = 300

/**
 * Makes the tables in the empty database of this process. The first process of a run migrates, and
 * leaves the statements that make the same tables in a file: the others only execute those. A
 * process that cannot migrate leaves no file, so that the next one fails at the same migration.
 *
 * @param file path of the statements; undefined: no other process needs them
 */
export async function makeTables(file: string | undefined): Promise<void> {
  if (file === undefined) return migrate()
  const database = await app.container.make(Database)
  await database.withSession(async (session) => {
    const isFirst = await whileLocked(session, async () => {
      if (existsSync(file)) return false
      await migrate()
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify(await statementsOf(session)))
      renameSync(draft, file)
      return true
    })
    if (!isFirst) await executeAll(session, file)
  })
}

/** Executes the statements of a file, which make all tables in an empty database. */
export async function executeAll(session: SqlSession, file: string): Promise<string[]> {
  const statements = JSON.parse(readFileSync(file, 'utf8')) as string[]
  for (const statement of statements) await session.write(statement)
  return statements
}

/** The lock of the database server: it is free again when a process dies that holds it. */
async function whileLocked<Result>(
  session: SqlSession,
  work: () => Promise<Result>
): Promise<Result> {
  const [row] = await session.read<{ got: number | null }>('SELECT GET_LOCK(?, ?) AS got', [
    LOCK,
    LOCK_SECONDS,
  ])
  if (Number(row?.got) !== 1) throw new Error('Another test process did not end its migrations')
  try {
    return await work()
  } finally {
    await session.read('SELECT RELEASE_LOCK(?)', [LOCK])
  }
}

async function migrate() {
  const ace = await app.container.make('ace')
  const command = await ace.exec('migration:run', ['--force', '--compact-output'])
  if (command.exitCode) throw command.error ?? new Error('The test database could not be migrated')
}

/** What makes the tables of the session's database, their rows and their triggers, in an empty one. */
export async function statementsOf(session: SqlSession): Promise<string[]> {
  const tables: string[] = []
  const rows: string[] = []
  for (const table of await firstColumn(session, 'SHOW TABLES')) {
    const [made] = await session.read<Record<string, string>>(`SHOW CREATE TABLE \`${table}\``)
    // MySQL names the character set of a column only until it has read it back.
    tables.push(made!['Create Table']!.replaceAll(' CHARACTER SET utf8mb4 COLLATE', ' COLLATE'))
    const kept = await session.read<Record<string, SqlValue>>(`SELECT * FROM \`${table}\``)
    rows.push(
      ...session.insertTexts({
        into: `\`${table}\``,
        rows: kept.map((row) => Object.values(row)),
        update: '',
      })
    )
  }
  const triggers: string[] = []
  for (const trigger of await firstColumn(session, 'SHOW TRIGGERS')) {
    const [made] = await session.read<Record<string, string>>(`SHOW CREATE TRIGGER \`${trigger}\``)
    triggers.push(made!['SQL Original Statement']!)
  }
  // Tables may name each other before they are there.
  return [
    'SET foreign_key_checks = 0',
    ...tables,
    ...rows,
    ...triggers,
    'SET foreign_key_checks = 1',
  ]
}

async function firstColumn(session: SqlSession, statement: string): Promise<string[]> {
  const rows = await session.read<Record<string, string>>(statement)
  return rows.map((row) => Object.values(row)[0]!)
}
