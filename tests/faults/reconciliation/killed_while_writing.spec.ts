import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import {
  RECONCILIATIONS,
  completed,
  itemsOf,
  upload,
} from '#tests/functional/reconciliation/support/comparing'
import { BANK_FILES } from '#tests/support/bank_files'
import { TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'

const LINES = 4500

test.group('reconciliation | a worker killed in the middle', () => {
  test('is followed by one that goes on, and the report is that of a worker who was not: {$self}')
    .with([
      'csv reconciliation.compared:1:kill',
      'mt940 reconciliation.written:2:kill',
      'camt053 reconciliation.written:2:kill',
    ])
    .run(async ({ assert, cleanup }, which) => {
      const [format, FAILPOINT] = which.split(' ') as [string, string]
      const realm = await TestRealm.with({ '/users/a': '100', '/users/b': '0' })
      for (const path of ['/op/1', '/op/2']) {
        await realm.move('/users/a', '/users/b', '10', { path })
      }
      const unknown = Array.from({ length: LINES }, (_, at) => {
        return { amount: at + 1, reference: `unknown-${at}` }
      })
      const lines = [
        { amount: 10_000, reference: '/op/fund' },
        { amount: -1000, reference: '/op/1' },
        { amount: -900, reference: '/op/2' },
        ...unknown,
      ]
      const fields = { objectPath: '/users/a', format, file: BANK_FILES[format]!(lines) }
      const whole = accepted(await upload(realm, fields)).reconciliation
      const uninterrupted = await completed(realm.client, whole.id)
      assert.equal(uninterrupted.summary.differs.count, 1)

      // The process that dies is the one at work.
      const release = await holdQueues('reconciliation')
      let isReleased = false
      cleanup(async () => (isReleased ? undefined : release()))
      const { id } = accepted(await upload(realm, fields)).reconciliation
      const env = { FAILPOINT, QUEUE_PREFIX: '{crash_reconciliation}' }
      const { signal } = await ChildService.handler(['reconciliation', id], env).ended
      assert.equal(signal, 'SIGKILL')
      const { reconciliation } = accepted(await realm.client.get(`${RECONCILIATIONS}/${id}`))
      assert.equal(reconciliation.status, 'running')
      const { items: written, totalItems } = reconciliation.progress
      assert.isAbove(written, 0)
      if (FAILPOINT.includes('written')) assert.isBelow(written, totalItems)

      // As if the time of the dead worker had passed.
      await writeRows`UPDATE reconciliations SET leased_until = UTC_TIMESTAMP(6) WHERE id = ${id}`
      isReleased = true
      await release()
      const report = await completed(realm.client, id)
      assert.deepEqual(report.summary, uninterrupted.summary)
      const [one, other] = [await itemsOf(realm.client, id), await itemsOf(realm.client, whole.id)]
      assert.lengthOf(one, totalItems)
      assert.deepEqual(one, other)
      const { events } = accepted(await realm.get('/events', { type: 'reconciliation.completed' }))
      const told = events.filter((event: AnyData) => event.payload.includes(id))
      assert.lengthOf(pluck(told, 'id'), 1)
    })
})
