import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { steadyRead } from '#modules/analytics/services/steady_read'
import { TestRealm } from '#tests/support/client'

let realm: TestRealm
let database: Database

test.group('analytics | steady_read', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    await realm.account('/a', '100')
    await realm.object('/b')
    database = await app.container.make(Database)
  })

  test('a read that nothing disturbed happens once', async ({ assert }) => {
    let reads = 0
    assert.equal(await steadyRead(database, realm.id, async () => (reads += 1)), 1)
  })

  test('a read during which value moved is repeated', async ({ assert }) => {
    let reads = 0
    const result = await steadyRead(database, realm.id, async () => {
      reads += 1
      if (reads === 1) await realm.transfer('/a', '/b', '1')
      return reads
    })
    assert.equal(result, 2)
  })

  test('in a realm that never rests the last read is the answer', async ({ assert }) => {
    let reads = 0
    const result = await steadyRead(database, realm.id, async () => {
      await realm.transfer('/a', '/b', '1')
      return (reads += 1)
    })
    assert.equal(result, reads)
    assert.isAtMost(reads, 5)
  })
})
