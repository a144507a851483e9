import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { Outbox } from '#app/queue/outbox'
import { WebhookTurns } from '#modules/webhooks/storage/webhook_turns'
import { TestRealm, accepted, eventually, pluck, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { Receiver, WEBHOOKS, deliveriesOf, hook, shown } from './support/receiver.ts'

/** The ids of the realm's events of some types, oldest first. */
async function eventIds(realm: TestRealm, ...types: string[]): Promise<string[]> {
  const rows =
    await readRows`SELECT id FROM events WHERE realm_id = ${realm.id} AND type IN (${types})
        ORDER BY seq, event_no`
  return pluck(rows, 'id')
}

/** Makes the next attempt due now, as if the time until then had passed. */
async function passTime(id: string) {
  await writeRows`UPDATE webhooks SET due_at = UTC_TIMESTAMP(6) WHERE id = ${id}`
}

const DEPOSITS = { types: ['deposit.completed'] }

test.group('webhooks | deliveries', (group) => {
  let realm: TestRealm
  let receiver: Receiver

  group.each.setup(async () => {
    realm = await TestRealm.with({ '/users/a': '0', '/users/b': '0' })
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  /** As many deposits as asked for, one after the other. */
  const deposit = async (times: number, path = '/users/a') => {
    for (let time = 0; time < times; time++) await realm.fund(path, '1')
  }

  test('events come in order, signed, as the API shows them', async ({ assert }) => {
    const { webhook, secret } = await hook(realm, { url: receiver.url })
    await deposit(3)
    const wanted = await eventually('all events', async () => {
      const ids = await eventIds(realm, 'deposit.completed')
      return ids.length === 3 && ids.every((id) => receiver.ids.includes(id)) ? ids : null
    })
    const completed = receiver.received.filter(({ body }) => body.type === 'deposit.completed')
    const sent = completed.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(sent, wanted)
    for (const each of receiver.received) {
      const body = receiver.verify(secret, each)
      const { event } = accepted(await realm.client.get(`/api/v1/events/${body.data.id}`))
      assert.deepEqual(body, { type: event.type, timestamp: event.createdAt, data: event })
    }
    await until('the log', async () => {
      const owed = await deliveriesOf(realm, webhook.id)
      return owed.every(({ status }) => status === 'delivered')
    })
    const [newest] = await deliveriesOf(realm, webhook.id)
    assert.containSubset(newest, { attempts: 1, log: [{ status: 204, failureMessage: null }] })
    assert.equal(newest!.payload, receiver.received.at(-1)!.text)
    const page = accepted(
      await realm.client.get(`${WEBHOOKS}/${webhook.id}/deliveries`, { limit: 1 })
    )
    assert.lengthOf(page.deliveries, 1)
    assert.isAbove(page.total, 1)
    await until('its rest', async () => (await shown(realm, webhook.id)).nextAttemptAt === null)
  })

  test('a transfer that completes is told to nobody, a deposit is', async ({ assert }) => {
    await hook(realm, { url: receiver.url })
    await deposit(1)
    await realm.transfer('/users/a', '/users/b', '1')
    await realm.transfer('/users/b', '/users/a', '0.5')
    await deposit(1, '/users/b')
    await until('both deposits', () => {
      return receiver.types.filter((type) => type === 'deposit.completed').length === 2
    })
    for (const { body } of receiver.received) assert.match(body.type, /^deposit\./)
  })

  test('filters of type and path leave the rest out', async ({ assert }) => {
    const other = await Receiver.open()
    await hook(realm, { url: receiver.url, types: ['deposit.*'], pathPrefix: '/users/a' })
    await hook(realm, { url: other.url, ...DEPOSITS, pathPrefix: '/users/b' })
    await deposit(1, '/users/a')
    await deposit(1, '/users/b')
    await other.gets(1)
    await until('the first one', () => receiver.types.includes('deposit.completed'))
    assert.deepEqual(other.types, ['deposit.completed'])
    assert.equal(other.received[0]!.body.data.objectPath, '/users/b')
    for (const { body } of receiver.received) {
      assert.match(body.type, /^deposit\./)
      assert.equal(body.data.objectPath, '/users/a')
    }
    other.close()
  })

  test('a failing receiver is asked again, in order, and delays nobody', async ({ assert }) => {
    const healthy = await Receiver.open()
    receiver.answer = (response) => response.writeHead(500).end('not now')
    const { webhook } = await hook(realm, { url: receiver.url, ...DEPOSITS })
    await hook(realm, { url: healthy.url, ...DEPOSITS })
    await deposit(3)
    await healthy.gets(3)
    healthy.close()
    const failing = await eventually('the first failure', async () => {
      const view = await shown(realm, webhook.id)
      return view.failures > 0 ? view : null
    })
    assert.isNotNull(failing.nextAttemptAt)
    const pending = await deliveriesOf(realm, webhook.id, { status: 'pending' })
    assert.lengthOf(pending, 3)
    const [oldest] = pending.toReversed()
    assert.containSubset(oldest, { log: [{ status: 500, answer: 'not now' }] })
    assert.match(oldest!.log[0]!.failureMessage!, /500.*webhook-id.*log/)
    assert.deepEqual(pluck(pending.slice(0, 2), 'attempts'), [0, 0])
    receiver.answer = (response) => response.writeHead(200).end()
    await until('all three', async () => {
      await passTime(webhook.id)
      return receiver.ids.length === 3
    })
    assert.deepEqual(receiver.ids, await eventIds(realm, 'deposit.completed'))
    await until('its recovery', async () => (await shown(realm, webhook.id)).failures === 0)
  })

  test('a receiver that hangs holds up nobody else', async () => {
    const healthy = await Receiver.open()
    receiver.answer = () => {}
    await hook(realm, { url: receiver.url, ...DEPOSITS })
    await hook(realm, { url: healthy.url, ...DEPOSITS })
    await deposit(2)
    await receiver.gets(1)
    await healthy.gets(2)
    healthy.close()
  })

  test('for a day after a rotation both secrets sign, then the new one', async ({ assert }) => {
    const { webhook, secret } = await hook(realm, { url: receiver.url, ...DEPOSITS })
    const rotated = accepted(await realm.client.post(`${WEBHOOKS}/${webhook.id}/rotate-secret`))
    await deposit(1)
    const [first] = await receiver.gets(1)
    receiver.verify(secret, first!)
    receiver.verify(rotated.secret, first!)
    await writeRows`UPDATE webhooks SET old_secret_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND
        WHERE id = ${webhook.id}`
    await deposit(1)
    const [, second] = await receiver.gets(2)
    receiver.verify(rotated.secret, second!)
    assert.throws(() => receiver.verify(secret, second!))
  })

  test('paused it keeps what happens, sent in order when it is resumed', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: receiver.url, ...DEPOSITS })
    const change = async (status: string) =>
      accepted(await realm.client.send('PATCH', `${WEBHOOKS}/${webhook.id}`, { status }))
    await change('paused')
    await deposit(2)
    await until('both are owed', async () => (await deliveriesOf(realm, webhook.id)).length === 2)
    assert.deepEqual(receiver.received, [])
    await change('active')
    await receiver.gets(2)
    assert.deepEqual(receiver.ids, await eventIds(realm, 'deposit.completed'))
  })

  test('what is owed and has lost its job and its worker is found', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: receiver.url, ...DEPOSITS })
    await realm.client.send('PATCH', `${WEBHOOKS}/${webhook.id}`, { status: 'paused' })
    await deposit(1)
    await until('it is owed', async () => (await deliveriesOf(realm, webhook.id)).length === 1)
    // As a worker leaves it that dies with the webhook in hand, and whose job is lost.
    await writeRows`UPDATE webhooks
        SET status = 'active', due_at = UTC_TIMESTAMP(6), lease = 'dead',
          leased_until = UTC_TIMESTAMP(6) + INTERVAL 1 SECOND WHERE id = ${webhook.id}`
    await receiver.gets(1)
    assert.deepEqual(receiver.types, ['deposit.completed'])
  })

  test('a worker whose clock is behind serves what is queued', async ({ assert, cleanup }) => {
    const { webhook } = await hook(realm, { url: receiver.url, ...DEPOSITS })
    cleanup(await holdQueues('webhook-delivery', 'webhook-sweep'))
    accepted(await realm.client.post(`${WEBHOOKS}/${webhook.id}/test`))
    const behind = new ManualClock((Date.now() - 1000) * 1000)
    const database = await app.container.make(Database)
    const turns = new WebhookTurns(database, new Outbox(database), behind)
    assert.isTrue(await turns.take(webhook.id, 'one worker'))
    assert.isFalse(await turns.take(webhook.id, 'another worker'))
    await turns.release(database, webhook.id, 'one worker', {})
  })

  test('after five days of failures it is disabled; realm and log are told', async ({ assert }) => {
    receiver.answer = (response) => response.writeHead(503).end()
    const watcher = await Receiver.open()
    const { webhook } = await hook(realm, { url: `${receiver.url}?token=k3y`, ...DEPOSITS })
    await hook(realm, { url: watcher.url, types: ['webhook.*', 'deposit.completed'] })
    await deposit(1)
    await until('a failure', async () => (await shown(realm, webhook.id)).failures > 0)
    const [long] = await readRows`SELECT UTC_TIMESTAMP(6) - INTERVAL 5 DAY AS ago`
    await until('it is disabled', async () => {
      // Again and again, because an attempt that is on the way notes its own figures; and always the
      // same moment, because each failure is told once.
      await writeRows`UPDATE webhooks SET failing_since = ${long.ago}, due_at = UTC_TIMESTAMP(6)
          WHERE id = ${webhook.id} AND status = 'active'`
      return (await shown(realm, webhook.id)).status === 'disabled'
    })
    const [, told] = await watcher.gets(2)
    assert.equal(told!.body.type, 'webhook.disabled')
    const facts = { webhookId: webhook.id, host: new URL(receiver.url).host }
    assert.containSubset(JSON.parse(told!.body.data.payload as string), facts)
    // The address may hold a secret, and more people read events than webhooks.
    assert.notInclude(told!.text, 'k3y')
    const { entries } = accepted(
      await realm.client.get('/api/v1/auth/audit', { eventType: 'webhook_disabled' })
    )
    assert.containSubset(entries, [{ actorType: 'system', details: facts }])
    // It collects nothing now; what it was owed is sent when somebody brings it back.
    await deposit(1)
    await watcher.gets(3)
    watcher.close()
    receiver.answer = (response) => response.writeHead(200).end()
    const address = `${WEBHOOKS}/${webhook.id}`
    const before = receiver.received.length
    accepted(await realm.client.send('PATCH', address, { status: 'active' }))
    await receiver.gets(before + 1)
    await until('its rest', async () => (await shown(realm, webhook.id)).nextAttemptAt === null)
    assert.lengthOf(await deliveriesOf(realm, webhook.id), 1)
  })
})
