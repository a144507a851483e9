import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { QueueHost } from '#app/queue/queue_host'
import { eventDispatchJob } from '#modules/ledger/core/job_rows'
import { ArrivedDeposits } from '#modules/ledger/index'
import { Poster } from '#modules/ledger/services/poster/poster'
import { ExpireLinks } from '#modules/payment_links/services/expire_links'
import { FollowOperations } from '#modules/payment_links/services/follow_operations'
import { TestRealm, accepted, until, pluck } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

let realm: TestRealm

interface OpenedLink {
  paymentLink: { id: string; token: string; operationId: string }
}

async function openLink(amount = '10'): Promise<OpenedLink['paymentLink']> {
  const body = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount }
  const opened = await realm.client.post<OpenedLink>('/api/v1/payment-links', body)
  return accepted(opened).paymentLink
}

/** Lets the link's time pass. */
async function endTime(linkId: string) {
  await writeRows`UPDATE payment_links SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND
      WHERE id = ${linkId}`
}

async function storedStatus(linkId: string): Promise<string> {
  const [row] = await readRows`SELECT status FROM payment_links WHERE id = ${linkId}`
  return row!.status
}

/** What a settlement rail does when the money has arrived. */
async function payOperation(operationId: string) {
  const poster = await app.container.make(Poster)
  await poster.post({
    kind: 'settle_deposit',
    realmId: realm.id,
    operationId,
    creditedAmount: 10_000000n,
    proofs: [],
    ids: { event: newId('evt') },
    jobs: [eventDispatchJob(realm.id)],
  })
}

async function publicStatus(token: string): Promise<string> {
  const { payment } = accepted(await realm.client.get(`/api/v1/pay/${token}`))
  return payment.status
}

test.group('payment_links | end of a link', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/till': '0' })
  })

  test('the job ends an overdue link together with its operation', async ({ assert }) => {
    const overdue = await openLink()
    const alive = await openLink()
    await endTime(overdue.id)
    const queues = await app.container.make(QueueHost)
    await queues.queue('payment-link-expiry').add('now', { outboxId: null, payload: {} })
    await until('the link to expire', async () => (await storedStatus(overdue.id)) === 'expired')
    const operation = await realm.ended(overdue.operationId)
    assert.equal(operation.state, 'expired')
    assert.match(operation.failureMessage!, /expired before a payment arrived/)
    assert.equal(await storedStatus(alive.id), 'pending')
    assert.equal(await publicStatus(overdue.token), 'expired')
  })

  test('expiring twice and at the same time ends the operation once', async ({ assert }) => {
    const { id, operationId } = await openLink()
    await endTime(id)
    const expire = await app.container.make(ExpireLinks)
    await Promise.all([expire.run(), expire.run(), expire.run()])
    assert.equal(await expire.run(), 0)
    assert.equal(await storedStatus(id), 'expired')
    const { data } = await realm.client.get(`/api/v1/operations/${operationId}`)
    assert.equal(data.operation.state, 'expired')
    const expiries = data.events.filter(
      ({ type }: { type: string }) => type === 'operation.expired'
    )
    assert.lengthOf(expiries, 1)
  })

  test('a payment completes the link, at once for the payer, soon in lists', async ({ assert }) => {
    const link = await openLink()
    await payOperation(link.operationId)
    assert.equal(await publicStatus(link.token), 'completed')
    await until(
      'the listener to record it',
      async () => (await storedStatus(link.id)) === 'completed'
    )
    const query = { realmId: realm.id, status: 'completed' }
    const { data } = await realm.client.get('/api/v1/payment-links', query)
    assert.include(pluck(data.paymentLinks, 'id'), link.id)
  })

  test('money that wins the race against the expiry completes the link', async ({ assert }) => {
    const link = await openLink()
    await endTime(link.id)
    await payOperation(link.operationId)
    await (await app.container.make(ExpireLinks)).run()
    assert.equal(await storedStatus(link.id), 'completed')
    assert.equal((await realm.ended(link.operationId)).state, 'completed')
  })

  test('many overdue links are ended in one run', async ({ assert }) => {
    const links = await Promise.all(Array.from({ length: 130 }, () => openLink('1')))
    for (const { id } of links) await endTime(id)
    const expire = await app.container.make(ExpireLinks)
    await expire.run()
    const statuses = await Promise.all(links.map(({ id }) => storedStatus(id)))
    assert.isTrue(statuses.every((status) => status === 'expired'))
  })

  test('money that was seen in time holds the link open, and not for ever', async ({ assert }) => {
    const link = await openLink()
    const arrived = await app.container.make(ArrivedDeposits)
    await arrived.detected(realm.id, link.operationId, 10_000000n)
    await endTime(link.id)
    const expire = await app.container.make(ExpireLinks)
    await expire.run()
    const { payment } = accepted(await realm.client.get(`/api/v1/pay/${link.token}`))
    assert.containSubset(payment, { status: 'pending', progress: 'processing' })
    const query = { realmId: realm.id, status: 'pending' }
    const { data } = await realm.client.get('/api/v1/payment-links', query)
    assert.include(pluck(data.paymentLinks, 'id'), link.id)
    await writeRows`UPDATE payment_links
        SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 2 HOUR, held_until = NULL
        WHERE id = ${link.id}`
    await expire.run()
    assert.equal((await realm.ended(link.operationId)).state, 'expired')
    assert.equal(await publicStatus(link.token), 'expired')
  })

  test('late money is counted once, however often it is told', async ({ assert }) => {
    const link = await openLink()
    await endTime(link.id)
    await (await app.container.make(ExpireLinks)).run()
    const follow = await app.container.make(FollowOperations)
    const late = {
      id: newId('evt'),
      realmId: realm.id,
      sequence: 1,
      eventNo: 0,
      type: 'deposit.completed',
      operationId: newId('op'),
      operationPath: '/op/late',
      objectPath: '/till',
      payload: JSON.stringify({ amount: '4.50', announcedBy: link.operationId }),
      createdAt: '2026-01-01T00:00:00.000000Z',
    }
    await Promise.all([follow.handle(late), follow.handle(late)])
    await follow.handle(late)
    await follow.handle({ ...late, operationId: newId('op') })
    const { payment } = accepted(await realm.client.get(`/api/v1/pay/${link.token}`))
    assert.containSubset(payment, { status: 'expired', lateAmount: '9.00' })
  })

  test('how a link ended is told once, however often it is followed', async ({ assert }) => {
    const link = await openLink()
    await payOperation(link.operationId)
    const follow = await app.container.make(FollowOperations)
    const event = {
      id: newId('evt'),
      realmId: realm.id,
      sequence: 1,
      eventNo: 0,
      type: 'deposit.completed',
      operationId: link.operationId,
      operationPath: '/op/x',
      objectPath: '/till',
      payload: JSON.stringify({ amount: '10.00' }),
      createdAt: '2026-01-01T00:00:00.000000Z',
    }
    await Promise.all([follow.handle(event), follow.handle(event), follow.handle(event)])
    const { events } = accepted(await realm.get('/events', { type: 'payment_link.completed' }))
    const own = events.filter(({ payload }: { payload: string }) => payload.includes(link.id))
    assert.lengthOf(own, 1)
    assert.equal(own[0].objectPath, '/till')
  })
})
