import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import {
  balanceOf,
  eventsOf,
  made,
  passTime,
  reached,
  shown,
  sweep,
  told,
} from '#tests/functional/schedules/support/scheduling'
import { TestRealm, pluck } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'

test.group('schedules | a worker killed in the middle', () => {
  test('a transfer made and not noted moves nothing again', async ({ assert, cleanup }) => {
    const realm = await TestRealm.with({ '/users/a': '100', '/users/b': '0' })
    // The process that dies is the one at work.
    const release = await holdQueues('schedule-occurrence', 'schedule-sweep')
    let isReleased = false
    cleanup(async () => (isReleased ? undefined : release()))
    const { id } = await made(realm, '/op/killed', { runAt: '2099-01-01T00:00:00Z' })
    await passTime(id)
    await sweep()
    const env = { FAILPOINT: 'schedule.executed:1:kill', QUEUE_PREFIX: '{crash_schedules}' }
    const { signal } = await ChildService.handler(['occurrence', id], env).ended
    assert.equal(signal, 'SIGKILL')
    assert.equal(await balanceOf(realm, '/users/a'), '95.00')
    const [owed] = (await shown(realm, id)).lastOccurrences
    assert.containSubset(owed, { status: 'due', operationId: null })

    isReleased = true
    await release()
    const [done] = (await reached(realm, id, 'executed')).lastOccurrences
    assert.match(done.operationId, /^op_/)
    assert.equal(await balanceOf(realm, '/users/a'), '95.00')
    await told(realm, id, 'schedule.ended')
    const types = pluck(await eventsOf(realm, id), 'type')
    assert.sameMembers(types, ['schedule.executed', 'schedule.ended'])
  })
})
