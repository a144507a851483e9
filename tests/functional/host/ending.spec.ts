import { once } from 'node:events'
import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { drain } from '#app/http/draining'
import { endsInTime } from '#app/processes/ending'
import { Database } from '#app/storage/database'
import { until } from '#tests/support/client'

const never = new Promise<never>(() => {})
const MS = 50

class Log {
  readonly told: [fields: object, text: string][] = []
  warn(fields: object, text: string) {
    this.told.push([fields, text])
  }
}

test.group('host | a process that stops', () => {
  test('goes on without a part that hangs, and names it', async ({ assert }) => {
    const log = new Log()
    assert.isTrue(await endsInTime('the quick part', Promise.resolve(), { ms: MS, log }))
    assert.deepEqual(log.told, [])
    const outer = endsInTime('the outer part', never, { ms: 2 * MS, log })
    assert.isFalse(await endsInTime('the inner part', never, { ms: MS, log }))
    const parts = ['the outer part', 'the inner part']
    assert.deepEqual(log.told, [[{ parts, ms: MS }, 'the inner part did not end in time']])
    assert.isFalse(await outer)
    const failing = Promise.reject(new Error('broken'))
    await assert.rejects(() => endsInTime('a part', failing, { ms: MS, log }), 'broken')
  })

  test('takes its connections from whoever never gives them back', async ({ assert }) => {
    const lucid = await app.container.make('lucid.db')
    const name = `ending-${randomUUID()}`
    lucid.manager.add(name, lucid.manager.get(lucid.primaryConnectionName)!.config)
    lucid.manager.connect(name)
    const database = new Database(lucid, name)
    const begun = [0, 1].map(() => Promise.withResolvers<void>())
    void database.transaction(async (session) => {
      await session.read('SELECT 1')
      begun[0]!.resolve()
      return never
    })
    const asleep = database.withSession(async (session) => {
      await session.read('SELECT 1')
      const sleeping = session.read('SELECT SLEEP(600)')
      begun[1]!.resolve()
      return sleeping
    })
    const refused = assert.rejects(() => asleep)
    await Promise.all(begun.map(({ promise }) => promise))
    assert.equal(await database.end(MS), 2)
    await refused
    const log = new Log()
    const closed = lucid.manager.close(name, true)
    const bound = { ms: 30_000, log }
    assert.isTrue(await endsInTime('the pool', closed, bound), 'expected the pool to close')
  })

  test('waits for nobody who has given his connection back', async ({ assert }) => {
    const lucid = await app.container.make('lucid.db')
    const unused = new Database(lucid, `unused-${randomUUID()}`)
    assert.equal(await unused.end(MS), 0)
  })

  test('cuts off requests that never end', async ({ assert }) => {
    let requests = 0
    const server = createServer(() => void requests++).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address!.port : 0
    const answer = fetch(`http://127.0.0.1:${port}`).then(
      () => 'answered',
      () => 'cut off'
    )
    await until('the request to come', () => requests === 1)
    const log = new Log()
    drain(server, { ms: MS, log })
    await new Promise((resolve) => server.close(resolve))
    assert.equal(await answer, 'cut off')
    assert.lengthOf(log.told, 1)
  })
})
