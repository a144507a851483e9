import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { emptyQueues } from '#tests/faults/support/emptied_queues'
import { booksAreSound } from '#tests/support/sound_books'
import { TestRealm, accepted, type OperationView, type Reply } from '#tests/support/client'

const OBJECTS = Array.from({ length: 20 }, (_, index) => `/users/u${index}`)
const DEPOSITS_EACH = 3

/** Deletes everything this process keeps in Redis, again and again, as an operator in panic would. */
async function emptyRedis(isOver: () => boolean): Promise<number> {
  let deleted = 0
  while (!isOver()) {
    deleted += await emptyQueues()
    await delay(100)
  }
  return deleted
}

test.group('ledger | Redis emptied in mid-flight', () => {
  test('everything that was pending still completes, once', async ({ assert }) => {
    const realm = await TestRealm.open()
    let accepting = true
    const emptied = emptyRedis(() => !accepting)
    const created = await Promise.all(
      OBJECTS.map((path) => realm.post<{ operation: OperationView }>('/objects', { path }))
    )
    await delay(500)
    accepting = false
    assert.isAbove(await emptied, 0, 'expected Redis to have held something to lose')
    await allCompleted(realm, created)

    accepting = true
    const emptiedAgain = emptyRedis(() => !accepting)
    const funded = await Promise.all(
      OBJECTS.flatMap((objectPath) =>
        Array.from({ length: DEPOSITS_EACH }, () => realm.deposit(objectPath, '7'))
      )
    )
    await delay(500)
    accepting = false
    await emptiedAgain
    await allCompleted(realm, funded)

    const query = { realmId: realm.id, prefix: '/users/' }
    const worth = accepted(await realm.client.get('/api/v1/objects/aggregate', query))
    assert.equal(worth.totalEquityUsd, `${OBJECTS.length * DEPOSITS_EACH * 7}.00`)
    await booksAreSound(realm)
  })
})

async function allCompleted(realm: TestRealm, replies: Reply<{ operation: OperationView }>[]) {
  for (const reply of replies) await realm.completed(accepted(reply).operation.id)
}
