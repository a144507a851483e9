import { getMetaData } from '@adonisjs/lucid/commands'
import { test } from '@japa/runner'
import { DESTROYING_COMMANDS } from '#app/preflight/destroying_commands'
import { pluck } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { ChildService } from '../support/child_service.ts'

/** A database of its own: a command that is not refused must destroy nothing of the others. */
const SCRATCH = `destroyed_${process.pid}`

async function run(command: string, nodeEnv: string) {
  const child = ChildService.command([command, '--force'], {
    NODE_ENV: nodeEnv,
    DB_DATABASE: SCRATCH,
  })
  const { code } = await child.ended
  return { code, output: child.output }
}

async function keptRows(): Promise<number> {
  const tables =
    await readRows`SELECT 1 FROM information_schema.tables WHERE table_schema = ${SCRATCH}`
  return tables.length === 0 ? 0 : (await readRows(`SELECT 1 FROM ${SCRATCH}.kept`)).length
}

test.group('host | commands that destroy', (group) => {
  group.setup(async () => {
    await writeRows(`CREATE DATABASE ${SCRATCH}`)
    await writeRows(`CREATE TABLE ${SCRATCH}.kept (id INT PRIMARY KEY)`)
    await writeRows(`INSERT INTO ${SCRATCH}.kept VALUES (1)`)
    return async () => {
      await writeRows(`DROP DATABASE ${SCRATCH}`)
    }
  })

  test('{$self} is refused in production, forced or not, and the next step is told')
    .with(['db:wipe', 'migration:fresh'])
    .run(async ({ assert }, command) => {
      const { code, output } = await run(command, 'production')
      assert.equal(code, 1, output)
      assert.include(output, `"${command}" destroys data and is refused in production`)
      assert.include(output, 'npm run reset')
      assert.include(output, 'backup')
      assert.equal(await keptRows(), 1)
    })

  test('a developer may still empty a database', async ({ assert }) => {
    const { code, output } = await run('db:wipe', 'test')
    assert.equal(code, 0, output)
    assert.equal(await keptRows(), 0)
  })

  test('every command that has to be forced in production is known', async ({ assert }) => {
    const commands = await getMetaData()
    const forced = commands.filter(({ flags }) => flags.some(({ name }) => name === 'force'))
    // The one that has to run in production adds tables.
    assert.sameMembers(pluck(forced, 'commandName'), [...DESTROYING_COMMANDS, 'migration:run'])
  })
})
