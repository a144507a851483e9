import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { JournalTail } from '#modules/ledger/realtime/journal_tail'
import { watchFanOut } from '#modules/ledger/realtime/watch_fan_out'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { TestRealm, until } from '#tests/support/client'

test.group('realtime | fan-out', () => {
  test('operators see what waits, what was pushed and what failed', async ({ assert, cleanup }) => {
    const realm = await TestRealm.with({ '/a': '5', '/b': '0' })
    const make = app.container.make.bind(app.container)
    const [cuts, database] = [await make(JournalCuts), await make(Database)]
    const tail = new JournalTail(cuts, database, await make(Wakes), await make('logger'))
    const { figures } = watchFanOut(tail)
    const gate = Promise.withResolvers<void>()
    let gaps = 0
    let told = 0
    const following = tail.follow(realm.id, {
      needs: 'objects',
      async changed() {
        if (++told === 1) await gate.promise
        else if (told === 2) throw new Error('A follower that fails')
      },
      async gap() {
        gaps++
      },
    })
    cleanup(() => following.stop())
    await following.visit(async () => {})
    assert.deepEqual(figures(), { waiting: 0, oldestSeconds: 0, done: 0, failed: 0 })
    await realm.transfer('/a', '/b', '1')
    await until('the change to wait', () => figures().oldestSeconds > 0.05)
    assert.containSubset(figures(), { waiting: 1, done: 0 })
    gate.resolve()
    await until('it to be pushed', () => figures().waiting === 0)
    assert.isAtLeast(figures().done, 1)
    assert.equal(figures().failed, 0)
    await realm.transfer('/a', '/b', '1')
    await until('the failure', () => figures().failed === 1)
    assert.equal(gaps, 1)
    following.stop()
    assert.isAtLeast(figures().done, 1, 'expected the figures to outlive the connection')
  })
})
