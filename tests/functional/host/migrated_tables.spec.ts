import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { executeAll, statementsOf } from '#tests/support/migrated_tables'

test.group('host | migrated tables', () => {
  test('the tables that tests copy are those that the migrations make', async ({ assert }) => {
    const database = await app.container.make(Database)
    const copy = `${process.env.DB_DATABASE}_copy`
    await database.withSession(async (session) => {
      await session.write(`CREATE DATABASE ${copy}`)
      await session.write(`USE ${copy}`)
      try {
        const migrated = await executeAll(session, process.env.TEST_TABLES!)
        assert.deepEqual(await statementsOf(session), migrated)
      } finally {
        await session.write(`USE ${process.env.DB_DATABASE}`)
        await session.write(`DROP DATABASE ${copy}`)
      }
    })
  })
})
