import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { deliveriesOf, hook, Receiver } from '#tests/functional/webhooks/support/receiver'
import { TestRealm, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'

test.group('webhooks | a worker killed in the middle', () => {
  test('what was sent and not noted is sent again, in order', async ({ assert, cleanup }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const realm = await TestRealm.with({ '/alice': '0' })
    const { webhook, secret } = await hook(realm, {
      url: receiver.url,
      types: ['deposit.completed'],
    })
    // The process that dies is the one at work.
    const release = await holdQueues('webhook-delivery', 'webhook-sweep')
    let isReleased = false
    cleanup(async () => (isReleased ? undefined : release()))
    await realm.fund('/alice', '1')
    await realm.fund('/alice', '1')
    await until('both are owed', async () => (await deliveriesOf(realm, webhook.id)).length === 2)

    const env = { FAILPOINT: 'webhook.sent:1:kill', QUEUE_PREFIX: '{crash_webhooks}' }
    const { signal } = await ChildService.handler(['webhook', webhook.id], env).ended
    assert.equal(signal, 'SIGKILL')
    assert.lengthOf(receiver.received, 1)
    assert.lengthOf(await deliveriesOf(realm, webhook.id, { status: 'pending' }), 2)

    // As if the minute had passed after which a silent worker loses its webhook.
    await writeRows`UPDATE webhooks SET leased_until = UTC_TIMESTAMP(6) WHERE id = ${webhook.id}`
    isReleased = true
    await release()
    await until('both are noted', async () => {
      const noted = await deliveriesOf(realm, webhook.id, { status: 'delivered' })
      return noted.length === 2
    })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(ids, [ids[0], ids[0], ids[2]])
    assert.notEqual(ids[2], ids[0])
    for (const each of receiver.received) receiver.verify(secret, each)
  })
})
