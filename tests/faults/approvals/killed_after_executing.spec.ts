import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { idOf, moveTo } from '#tests/functional/auth/support/colleagues'
import { Member } from '#tests/functional/auth/support/confirmations'
import { Office } from '#tests/functional/approvals/support/approving'
import { accepted } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'

test.group('approvals | a worker killed in the middle', () => {
  test('what was executed and not noted is executed once', async ({ assert, cleanup }) => {
    const office = await Office.open()
    const [key, revoked] = [await office.key(), await office.key()]
    const stranger = await Member.join()
    // The process that dies is the one at work.
    const release = await holdQueues('approval')
    let isReleased = false
    cleanup(async () => (isReleased ? undefined : release()))
    const asked = [await office.asked(key, '40'), await office.asked(revoked, '60')]
    for (const { approval } of asked) await office.approve(approval, office.ann, office.ben)
    // One of the two who approved the last one has left when it is tried again.
    const left = await office.asked(key, '80')
    asked.push(left)
    await office.approve(left.approval, office.ann, office.cay)
    const made: string[] = []
    for (const { approval, path } of asked) {
      const env = { FAILPOINT: 'approval.executed:1:kill', QUEUE_PREFIX: '{crash_approvals}' }
      const { signal } = await ChildService.handler(['approval', approval.id], env).ended
      assert.equal(signal, 'SIGKILL')
      assert.equal((await office.read(approval.id)).status, 'approved')
      const { operations } = accepted(await office.realm.get('/operations', { path }))
      made.push(operations[0].id)
    }
    const balance = await office.balance('/users/a')
    accepted(await office.maker.client.send('DELETE', `/api/v1/api-keys/${revoked.keyId}`))
    const { orgId } = accepted(await stranger.client.get<{ orgId: string }>('/api/v1/auth/me'))
    await moveTo(orgId, await idOf(office.cay))

    // So long it keeps others away, as if it were still at work.
    await writeRows`UPDATE approvals SET held_until = UTC_TIMESTAMP(6)
        WHERE id IN (${asked.map(({ approval }) => approval.id)})`
    isReleased = true
    await release()
    for (const [index, { approval }] of asked.entries()) {
      const { operationIds } = await office.ended(approval.id, 'executed')
      assert.deepEqual(operationIds, [made[index]])
    }
    assert.equal(await office.balance('/users/a'), balance, 'nothing is moved again')
  })
})
