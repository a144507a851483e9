import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { Outbox } from '#app/queue/outbox'
import { Database } from '#app/storage/database'
import { WakeWebhooks } from '#modules/webhooks/services/wake_webhooks'
import { WebhookTurns } from '#modules/webhooks/storage/webhook_turns'
import { TestRealm, accepted, until, pluck } from '#tests/support/client'
import { holdQueues, pauseQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { Receiver, WEBHOOKS, deliveriesOf, hook, shown } from './support/receiver.ts'

/** The jobs of the outbox that stand for turns of a webhook. */
async function owedTurns(id: string): Promise<number> {
  const owed = `SELECT id FROM outbox WHERE queue = 'webhook-delivery' AND payload LIKE ?`
  return (await readRows(owed, [`%${id}%`])).length
}

/** As if more than the minute had passed after which a silent worker loses its webhook. */
async function endLease(id: string) {
  await writeRows`UPDATE webhooks
      SET leased_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND,
        due_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ${id}`
}

test.group('webhooks | turns', (group) => {
  let realm: TestRealm
  let receiver: Receiver

  group.each.setup(async () => {
    realm = await TestRealm.with({ '/users/a': '0' })
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const ask = async (id: string) => accepted(await realm.client.post(`${WEBHOOKS}/${id}/test`))

  const change = async (id: string, changes: object) =>
    accepted(await realm.client.send('PATCH', `${WEBHOOKS}/${id}`, changes))

  const rests = (id: string) =>
    until('its rest', async () => (await shown(realm, id)).nextAttemptAt === null)

  test('however long a queue is paused, a webhook is owed a turn', async ({ assert, cleanup }) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['object.created'] })
    const release = await holdQueues('webhook-delivery', 'webhook-sweep')
    cleanup(release)
    const sweep = await app.container.make(WakeWebhooks)
    await ask(webhook.id)
    for (let minute = 0; minute < 3; minute++) {
      await endLease(webhook.id)
      await sweep.run()
      await change(webhook.id, { status: 'paused' })
      await change(webhook.id, { status: 'active' })
      await ask(webhook.id)
    }
    assert.equal(await owedTurns(webhook.id), 1)
    await release()
    await receiver.gets(4)
    await rests(webhook.id)
  })

  test('a webhook whose job was discarded has a new one', async ({ assert, cleanup }) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['object.created'] })
    cleanup(await holdQueues('webhook-delivery', 'webhook-sweep'))
    await ask(webhook.id)
    await writeRows`DELETE FROM outbox WHERE payload LIKE ${`%${webhook.id}%`}`
    await endLease(webhook.id)
    await (await app.container.make(WakeWebhooks)).run()
    assert.equal(await owedTurns(webhook.id), 1)
  })

  /** A webhook whose first event has come to the receiver, which answers when it is told to. */
  const inTheMiddle = async ({ failures = 0 } = {}) => {
    let answer!: (status: number) => void
    receiver.answer = (response) => {
      answer = (status) => response.writeHead(status).end()
    }
    const { webhook } = await hook(realm, { url: receiver.url, types: ['deposit.completed'] })
    await writeRows`UPDATE webhooks
        SET failures = ${failures}, failing_since = UTC_TIMESTAMP(6) - INTERVAL 6 DAY
        WHERE id = ${webhook.id} AND ${failures} > 0`
    await realm.fund('/users/a', '1')
    await receiver.gets(1)
    return { id: webhook.id, answer }
  }

  for (const [what, changed] of [
    ['another address', async (id: string, url: string) => change(id, { url })],
    [
      'a resumption',
      async (id: string) => {
        await change(id, { status: 'paused' })
        await change(id, { status: 'active' })
      },
    ],
  ] as const) {
    test(`${what} during a send has its own days, come what may`, async ({ assert, cleanup }) => {
      const other = await Receiver.open()
      cleanup(() => other.close())
      other.answer = (response) => response.writeHead(500).end()
      const { id, answer } = await inTheMiddle({ failures: 30 })
      receiver.answer = other.answer
      await changed(id, other.url)
      answer(503)
      await until('a failure', async () => (await shown(realm, id)).failures > 0)
      assert.containSubset(await shown(realm, id), { status: 'active' })
      assert.isAtMost((await shown(realm, id)).failures, 2)
      await until('the next attempt', () => other.received.length + receiver.received.length > 1)
    })
  }

  test('an old address’s failure does not count for the new', async ({ assert, cleanup }) => {
    const other = await Receiver.open()
    cleanup(() => other.close())
    const { id, answer } = await inTheMiddle()
    await change(id, { url: other.url })
    // The turn at the old address ends, and none begins at the new one.
    cleanup(await pauseQueues('webhook-delivery', 'webhook-sweep'))
    answer(503)
    await until('its end', async () => (await deliveriesOf(realm, id))[0]!.attempts === 1)
    assert.equal((await shown(realm, id)).failures, 0)
  })

  for (const status of [204, 503]) {
    test(`a turn that has lost its webhook notes no ${status}`, async ({ assert }) => {
      const { id, answer } = await inTheMiddle()
      await writeRows`UPDATE webhooks
          SET lease = 'another', leased_until = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE id = ${id}`
      answer(status)
      await until('the end of the turn', async () => (await owedTurns(id)) === 0)
      const [delivery] = await deliveriesOf(realm, id)
      assert.containSubset(delivery, { status: 'pending', attempts: 0, log: [] })
      assert.equal((await shown(realm, id)).failures, 0)
      receiver.answer = (response) => response.writeHead(204).end()
      await endLease(id)
      await rests(id)
      const [sent] = await deliveriesOf(realm, id)
      assert.containSubset(sent, { status: 'delivered', attempts: 1 })
    })
  }

  test('one organization’s hanging receivers take ten places', async ({ assert, cleanup }) => {
    const hanging: (() => void)[] = []
    let [open, most] = [0, 0]
    // Not how many have come: one that waits too long for its answer makes room for the next.
    receiver.answer = (response) => {
      most = Math.max(most, ++open)
      response.once('close', () => open--)
      hanging.push(() => response.writeHead(204).end())
    }
    const ids: string[] = []
    for (let made = 0; made < 13; made++) {
      const { webhook } = await hook(realm, { url: receiver.url, types: ['deposit.completed'] })
      ids.push(webhook.id)
    }
    await realm.fund('/users/a', '1')
    await receiver.gets(10)
    const other = await TestRealm.open()
    const healthy = await Receiver.open()
    cleanup(() => healthy.close())
    const { webhook } = await hook(other, { url: healthy.url })
    accepted(await other.client.post(`${WEBHOOKS}/${webhook.id}/test`))
    await healthy.gets(1)
    await (await app.container.make(WakeWebhooks)).run()
    assert.equal(most, 10)
    // Each place that becomes free is taken by the webhook that has waited longest.
    receiver.answer = (response) => response.writeHead(204).end()
    for (const answer of hanging) answer()
    await receiver.gets(13)
    for (const id of ids) {
      await rests(id)
      assert.containSubset(await deliveriesOf(realm, id), [{ status: 'delivered' }])
    }
  })

  test('an organization with all its turns keeps none from others', async ({ assert, cleanup }) => {
    cleanup(await holdQueues('webhook-delivery', 'webhook-sweep'))
    const other = await TestRealm.open()
    const make = async (of: TestRealm) =>
      (await hook(of, { url: receiver.url, types: ['object.created'] })).webhook.id
    const [served, waiting, anothers] = [await make(realm), await make(realm), await make(other)]
    await ask(served)
    // The one that finds no place has waited longest of all.
    for (const [id, year] of [
      [waiting, 2020],
      [anothers, 2021],
    ] as const) {
      await writeRows`UPDATE webhooks SET due_at = ${`${year}-01-01`} WHERE id = ${id}`
    }
    const container = app.container
    const [database, clock] = [await container.make(Database), await container.make(Clock)]
    const limits = { perOrganization: 1, sweepBatch: 1 }
    const turns = new WebhookTurns(database, new Outbox(database), clock, limits)
    const jobs = await turns.wakeDue()
    assert.deepEqual(pluck(jobs, 'payload'), [{ webhookId: anothers }])
  })
})
