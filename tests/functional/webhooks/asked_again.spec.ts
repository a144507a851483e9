import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { OweDeliveries } from '#modules/webhooks/services/owe_deliveries'
import { eventsAfter } from '#modules/ledger/index'
import { Database } from '#app/storage/database'
import { TestRealm, accepted, pluck, until, type AnyData } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { writeRows } from '#tests/support/rows'
import { Receiver, WEBHOOKS, deliveriesOf, hook, shown } from './support/receiver.ts'

test.group('webhooks | sent again', (group) => {
  let realm: TestRealm
  let receiver: Receiver

  group.each.setup(async () => {
    realm = await TestRealm.with({ '/users/a': '0' })
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id'] as string)

  const ask = async (address: string, body?: object): Promise<AnyData> =>
    accepted(await realm.client.post(`${WEBHOOKS}/${address}`, body))

  /** A webhook of deposits that has received some. */
  const withDeposits = async (count: number) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['deposit.completed'] })
    for (let made = 0; made < count; made++) await realm.fund('/users/a', '1')
    await receiver.gets(count)
    await until('the log', async () => {
      const delivered = await deliveriesOf(realm, webhook.id, { status: 'delivered' })
      return delivered.length === count
    })
    return webhook.id
  }

  test('an event that the dispatcher brings twice is sent once', async ({ assert }) => {
    const id = await withDeposits(1)
    const events = await eventsAfter(
      await app.container.make(Database),
      realm.id,
      { seq: 0, no: 0 },
      1000
    )
    const listener = await app.container.make(OweDeliveries)
    for (const event of events) await listener.handle(event)
    assert.lengthOf(await deliveriesOf(realm, id), 1)
    assert.deepEqual(await deliveriesOf(realm, id, { status: 'pending' }), [])
  })

  test('one delivery is sent again with the same id and body', async ({ assert }) => {
    const id = await withDeposits(2)
    const [, oldest] = await deliveriesOf(realm, id)
    const { delivery } = await ask(`${id}/deliveries/${oldest!.id}/redeliver`)
    assert.containSubset(delivery, { id: oldest!.id, status: 'pending', attempts: 1 })
    const [first, , again] = await receiver.gets(3)
    assert.equal(again!.headers['webhook-id'], first!.headers['webhook-id'])
    assert.equal(again!.text, first!.text)
    await until('the log', async () => (await deliveriesOf(realm, id))[1]!.attempts === 2)
    assert.lengthOf((await deliveriesOf(realm, id))[1]!.log, 2)
  })

  test('a replay sends what was before the webhook or sent, in order', async ({ assert }) => {
    await realm.fund('/users/a', '1')
    const id = await withDeposits(2)
    await ask(`${id}/replay`, { since: '2020-01-01T00:00:00Z' })
    await receiver.gets(5)
    const { events } = accepted(await realm.get('/events', { type: 'deposit.completed' }))
    const inOrder = pluck(events, 'id').toReversed()
    assert.deepEqual(idsReceived().slice(2), inOrder)
    await until('its rest', async () => (await shown(realm, id)).nextAttemptAt === null)
    assert.lengthOf(receiver.received, 5)
  })

  test('a replay leaves out what was before its moment', async ({ assert }) => {
    const id = await withDeposits(2)
    const { events } = accepted(await realm.get('/events', { type: 'deposit.completed' }))
    const [newest] = events
    await ask(`${id}/replay`, { since: newest.createdAt })
    await receiver.gets(3)
    await until('its rest', async () => (await shown(realm, id)).nextAttemptAt === null)
    assert.deepEqual(idsReceived().slice(2), [newest.id])
  })

  test('a test is sent once, signed, and counts for nothing', async ({ assert }) => {
    receiver.answer = (response) => response.writeHead(418).end('short and stout')
    const { webhook, secret } = await hook(realm, { url: receiver.url, types: ['order.*'] })
    const { delivery } = await ask(`${webhook.id}/test`)
    assert.containSubset(delivery, { eventType: 'webhook.test', status: 'pending', attempts: 0 })
    const [sent] = await receiver.gets(1)
    assert.containSubset(receiver.verify(secret, sent!), {
      type: 'webhook.test',
      data: { id: delivery.eventId, realmId: realm.id },
    })
    await until('its end', async () => (await shown(realm, webhook.id)).nextAttemptAt === null)
    const [ended] = await deliveriesOf(realm, webhook.id)
    assert.containSubset(ended, {
      status: 'failed',
      attempts: 1,
      log: [{ status: 418, answer: 'short and stout' }],
    })
    assert.containSubset(await shown(realm, webhook.id), { status: 'active', failures: 0 })
    assert.lengthOf(receiver.received, 1)
  })

  test('what is asked for makes a waiting webhook try at once', async ({ assert }) => {
    receiver.answer = (response) => response.writeHead(500).end()
    const { webhook } = await hook(realm, { url: receiver.url, types: ['deposit.completed'] })
    await realm.fund('/users/a', '1')
    await until('a failure', async () => (await shown(realm, webhook.id)).failures > 0)
    receiver.answer = (response) => response.writeHead(200).end()
    await ask(`${webhook.id}/test`)
    await until('its rest', async () => (await shown(realm, webhook.id)).nextAttemptAt === null)
    const sent = await deliveriesOf(realm, webhook.id, { status: 'delivered' })
    assert.deepEqual(pluck(sent, 'eventType').sort(), ['deposit.completed', 'webhook.test'])
  })

  test('another address is tried at once', async ({ assert }) => {
    const healthy = await Receiver.open()
    receiver.answer = (response) => response.writeHead(410).end()
    const { webhook } = await hook(realm, { url: receiver.url, types: ['deposit.completed'] })
    await realm.fund('/users/a', '1')
    await until('a failure', async () => (await shown(realm, webhook.id)).failures > 0)
    // Hours before its next attempt.
    await writeRows`UPDATE webhooks SET due_at = UTC_TIMESTAMP(6) + INTERVAL 4 HOUR
        WHERE id = ${webhook.id}`
    const change = { url: healthy.url }
    accepted(await realm.client.send('PATCH', `${WEBHOOKS}/${webhook.id}`, change))
    await healthy.gets(1)
    await until('its rest', async () => (await shown(realm, webhook.id)).nextAttemptAt === null)
    assert.equal((await shown(realm, webhook.id)).failures, 0)
    healthy.close()
  })

  test('a paused webhook is sent nothing, whoever asks', async ({ assert }) => {
    const id = await withDeposits(1)
    const [delivery] = await deliveriesOf(realm, id)
    accepted(await realm.client.send('PATCH', `${WEBHOOKS}/${id}`, { status: 'paused' }))
    const requests = [
      [`${id}/test`],
      [`${id}/deliveries/${delivery!.id}/redeliver`],
      [`${id}/replay`, { since: new Date().toISOString() }],
    ] as const
    for (const [address, body] of requests) {
      const { status, error } = await realm.client.post(`${WEBHOOKS}/${address}`, body)
      assert.equal(status, 409, address)
      assert.match(error.message, /is paused.*PATCH/)
    }
  })

  test('foreign and unknown deliveries are not found; moments are checked', async ({ assert }) => {
    const id = await withDeposits(1)
    const other = await hook(realm, { url: receiver.url, types: ['order.*'] })
    const [delivery] = await deliveriesOf(realm, id)
    for (const address of [
      `${other.webhook.id}/deliveries/${delivery!.id}/redeliver`,
      `${id}/deliveries/whd_01k00000000000000000000000/redeliver`,
    ]) {
      assert.equal((await realm.client.post(`${WEBHOOKS}/${address}`)).status, 404)
    }
    await refusesFields(
      assert,
      (input) => realm.client.post(`${WEBHOOKS}/${id}/replay`, input),
      { since: new Date().toISOString() },
      { since: [MISSING, 'yesterday', '2026-02-30T00:00:00Z', 1, ''] }
    )
  })
})
