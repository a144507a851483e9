import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { WEBHOOK_LIMITS } from '#modules/webhooks/limits'
import { PurgeDeliveries } from '#modules/webhooks/services/purge_deliveries'
import { ReplayEvents } from '#modules/webhooks/services/replay_events'
import { DeliveryStore } from '#modules/webhooks/storage/delivery_store'
import { WebhookStore } from '#modules/webhooks/storage/webhook_store'
import { WebhookTurns } from '#modules/webhooks/storage/webhook_turns'
import { TestRealm, accepted, pluck, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { Receiver, WEBHOOKS, deliveriesOf, hook, shown } from './support/receiver.ts'

const ALWAYS = { since: '2020-01-01T00:00:00Z' }

/** `ReplayEvents` with other limits. */
async function replaying(limits: Partial<Record<keyof typeof WEBHOOK_LIMITS, number>>) {
  const { container } = app
  return new ReplayEvents(
    await container.make(WebhookStore),
    await container.make(WebhookTurns),
    await container.make(DeliveryStore),
    await container.make(Database),
    await container.make(OutboxRelay),
    await container.make(Clock),
    { ...WEBHOOK_LIMITS, ...limits }
  )
}

test.group('webhooks | replays', (group) => {
  let realm: TestRealm
  let receiver: Receiver

  group.each.setup(async () => {
    realm = await TestRealm.with({ '/users/a': '0' })
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  /** A webhook that is made after so many deposits. */
  const hookAfter = async (deposits: number) => {
    for (let made = 0; made < deposits; made++) await realm.fund('/users/a', '1')
    const { webhook } = await hook(realm, { url: receiver.url, types: ['deposit.completed'] })
    return webhook.id
  }

  const change = async (id: string, changes: object) =>
    accepted(await realm.client.send('PATCH', `${WEBHOOKS}/${id}`, changes))

  const replay = async (id: string, span = ALWAYS) =>
    accepted(await realm.client.post(`${WEBHOOKS}/${id}/replay`, span))

  const rests = (id: string) =>
    until('its rest', async () => (await shown(realm, id)).nextAttemptAt === null)

  test('a webhook paused during a replay gets all of it when resumed', async ({ assert }) => {
    const id = await hookAfter(3)
    const release = await holdQueues('webhook-replay')
    await replay(id)
    await change(id, { status: 'paused' })
    await release()
    await until('all are owed', async () => (await deliveriesOf(realm, id)).length === 3)
    assert.isEmpty(receiver.received)
    await change(id, { status: 'active' })
    await receiver.gets(3)
    const { events } = accepted(await realm.get('/events', { type: 'deposit.completed' }))
    assert.deepEqual(receiver.ids, pluck(events, 'id').toReversed())
    await rests(id)
  })

  test('a replay waits while much is owed, and widens if asked', async ({ assert, cleanup }) => {
    const id = await hookAfter(4)
    cleanup(await holdQueues('webhook-delivery', 'webhook-sweep', 'webhook-replay'))
    const { events } = accepted(await realm.get('/events', { type: 'deposit.completed' }))
    await replay(id, { since: events[1].createdAt })
    const slow = await replaying({ replayBatch: 1, replayAhead: 2 })
    const owed = async () => pluck(await deliveriesOf(realm, id, { status: 'pending' }), 'eventId')
    await replay(id, { since: events[3].createdAt })
    await replay(id, { since: events[2].createdAt })
    assert.lengthOf(
      await readRows`SELECT id FROM outbox WHERE queue = 'webhook-replay'
          AND payload LIKE ${`%${id}%`}`,
      1
    )
    const oldest = pluck(events, 'id').toReversed()
    for (let run = 0; run < 2; run++) {
      assert.equal(await slow.run(id), 'again')
      assert.sameMembers(await owed(), oldest.slice(0, 2))
    }
    const sent = `UPDATE webhook_deliveries SET status = 'delivered' WHERE webhook_id = ?`
    await writeRows(sent, [id])
    assert.equal(await slow.run(id), 'again')
    assert.sameMembers(await owed(), oldest.slice(2))
    await writeRows(sent, [id])
    assert.equal(await slow.run(id), 'done')
    assert.isEmpty(await owed())
  })

  test('what was asked for again is kept thirty days from then', async ({ assert, cleanup }) => {
    const id = await hookAfter(0)
    await realm.fund('/users/a', '1')
    await receiver.gets(1)
    await rests(id)
    const purge = await app.container.make(PurgeDeliveries)
    cleanup(await holdQueues('webhook-delivery', 'webhook-sweep'))
    const age = (column: string) =>
      writeRows(
        `UPDATE webhook_deliveries SET ${column} = UTC_TIMESTAMP(6) - INTERVAL 31 DAY
          WHERE webhook_id = ?`,
        [id]
      )
    await age('created_at')
    await replay(id)
    await until('it is owed', async () => {
      return (await deliveriesOf(realm, id, { status: 'pending' })).length === 1
    })
    await purge.run()
    assert.lengthOf(await deliveriesOf(realm, id, { status: 'pending' }), 1)
    await age('asked_at')
    await purge.run()
    assert.isEmpty(await deliveriesOf(realm, id))
  })

  test('a replay that nobody can be sent ends', async ({ assert }) => {
    const id = await hookAfter(1)
    const release = await holdQueues('webhook-replay')
    await replay(id)
    accepted(await realm.client.send('DELETE', `${WEBHOOKS}/${id}`))
    const ended = await replaying({})
    assert.equal(await ended.run(id), 'done')
    await release()
  })
})
