import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

test.group('storage | the lock of migrations', () => {
  for (const [answer, isGranted] of [
    [1, true],
    ['1', true],
    [0, false],
    ['0', false],
    [null, false],
  ] as const) {
    const title = `${JSON.stringify(answer)} from the server is ${isGranted ? 'a lock' : 'none'}`
    test(`${title}, as a number and as MySQL's BIGINT text`, async ({ assert }) => {
      const lucid = await app.container.make('lucid.db')
      const rawQuery = () => Promise.resolve([[{ status: answer, lock_status: answer }]])
      const dialect = Object.assign(Object.create(lucid.connection().dialect), {
        client: { rawQuery },
      })
      assert.equal(await dialect.getAdvisoryLock(1), isGranted)
      assert.equal(await dialect.releaseAdvisoryLock(1), isGranted)
    })
  }
})
