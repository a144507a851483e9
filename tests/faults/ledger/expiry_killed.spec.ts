import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { QUEUES } from '#modules/ledger/core/job_rows'
import { ExpireHolds } from '#modules/ledger/services/expire_holds'
import { ChildService } from '#tests/faults/support/child_service'
import { TestRealm, accepted, pluck } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows } from '#tests/support/rows'
import { booksAreSound } from '#tests/support/sound_books'

const HOLDS = 5
const LASTS_S = 3
/** Before anything is written, before COMMIT, with its answer unread, and behind it. */
const POINTS = ['poster.loaded', 'poster.written', 'poster.commit_sent', 'poster.committed']
const MAYBE_STORED = 'poster.commit_sent'
const STORED = 'poster.committed'

test.group('ledger | processes killed while holds expire', (group) => {
  group.setup(() => holdQueues(QUEUES.holdExpiry))

  test('holds whose expiry died at {$self} end once, and all of them')
    .with(POINTS)
    .run(async ({ assert }, failpoint) => {
      const expire = await app.container.make(ExpireHolds)
      // What other tests have left would be the group that dies.
      await expire.run()
      const realm = await TestRealm.with({ '/payer': '100', '/shop': '0' })
      const ids: string[] = []
      for (let number = 0; number < HOLDS; number++) {
        const body = { sourceObjectPath: '/payer', targetObjectPath: '/shop', amount: '10' }
        const path = `/op/${failpoint}/${number}`
        const placed = await realm.post('/holds', { ...body, path, expiresInSeconds: LASTS_S })
        ids.push(accepted(placed).operation.id)
        // One of them is captured in part before.
        const part = { path: '/op/part', amount: '4' }
        if (number === 0) accepted(await realm.post(`/holds/${ids[0]}/capture`, part))
      }
      await delay(LASTS_S * 1000 + 100)
      const env = { FAILPOINT: `${failpoint}:1:kill`, QUEUE_PREFIX: '{crash_expiry}' }
      const { signal } = await ChildService.handler(['expiry'], env).ended
      assert.equal(signal, 'SIGKILL')
      const open =
        await readRows`SELECT 1 FROM holds WHERE operation_id IN (${ids}) AND state = 'open'`
      if (failpoint !== MAYBE_STORED) {
        assert.lengthOf(open, failpoint === STORED ? 0 : 2 * HOLDS)
      }
      await Promise.all([expire.run(), expire.run()])
      const ended = await readRows`SELECT operation_id AS id, COUNT(*) AS times FROM events
        WHERE operation_id IN (${ids}) AND type = 'hold.expired' GROUP BY operation_id`
      assert.sameMembers(pluck(ended, 'id') as string[], ids)
      assert.deepEqual(new Set(pluck(ended, 'times').map(Number)), new Set([1]))
      for (const id of ids) {
        const { hold } = accepted(await realm.client.get(`/api/v1/holds/${id}`))
        assert.deepInclude(hold, { status: 'expired', remainingAmount: '0.00' })
      }
      const left = { settled: '96.00', arriving: '0.00', departing: '0.00' }
      assert.deepEqual(await realm.balance('/payer'), left)
      await booksAreSound(realm)
    })
})
