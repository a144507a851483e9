import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ExpireLinks } from '#modules/payment_links/services/expire_links'
import { Client, TestRealm, accepted, eventually, atOnce } from '#tests/support/client'
import { refusesFields } from '#tests/support/refusals'
import { booksAreSound } from '#tests/support/sound_books'
import { confirm, eventsAt, letTimePass, openLink, paymentOf } from './support/links.ts'

let realm: TestRealm

const completes = (link: { token: string }) =>
  eventually('the link to complete', async () =>
    (await paymentOf(link)).status === 'completed' ? true : null
  )

test.group('payment_links | confirm a deposit', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/till': '0' })
  })
  group.teardown(() => booksAreSound(realm))

  test('simulated money goes the whole way, and the realm is told', async ({ assert }) => {
    const own = await realm.client.realm()
    await own.object('/till')
    const link = await openLink(own, { amount: '12.5' })
    const { status, data, headers } = await confirm(link)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.isFalse(headers.has('idempotent-replayed'))
    assert.equal(data.payment.id, link.id)
    const operation = await own.completed(link.operationId)
    const paid = await paymentOf(link)
    assert.containSubset(paid, { status: 'completed', progress: 'ended', receivedAmount: '12.50' })
    assert.equal(await own.settled('/till'), '12.50')
    const evidence = await own.evidence(operation.id)
    assert.equal(evidence.data.evidence.journal.proofs[0].proofType, 'chain_deposit')

    const told = await eventually('the event', async () => {
      const events = await eventsAt(own, 'payment_link.completed')
      return events.length > 0 ? events : null
    })
    assert.deepEqual(told, [
      {
        paymentLinkId: link.id,
        operationId: link.operationId,
        type: 'deposit',
        status: 'completed',
        amount: '12.50',
        receivedAmount: '12.50',
        denomination: 'USD',
        objectPath: '/till',
      },
    ])
    const shown = accepted(await own.client.get(`/api/v1/payment-links/${link.id}`))
    assert.containSubset(shown.paymentLink, { status: 'completed', receivedAmount: '12.50' })
    assert.equal(paid.receipt.completedAt, shown.operation.updatedAt)
    assert.deepEqual(shown.paymentLink.receipt, paid.receipt)
    await booksAreSound(own)
  })

  test('of many confirmations at once one pays, and all are told the same', async ({ assert }) => {
    const link = await openLink(realm)
    const before = await realm.balance('/till')
    const replies = await Promise.all(Array.from({ length: 8 }, () => confirm(link)))
    assert.isTrue(replies.every(({ status }) => status === 200))
    const first = replies.filter(({ headers }) => !headers.has('idempotent-replayed'))
    assert.lengthOf(first, 1)
    await completes(link)
    const again = await confirm(link)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.data.payment.status, 'completed')
    const after = await realm.balance('/till')
    assert.equal(Number(after.settled), Number(before.settled) + 10)
  })

  test('an expired link takes no money whether its end was recorded or not', async ({ assert }) => {
    const link = await openLink(realm)
    await letTimePass(link)
    const early = await confirm(link)
    assert.deepEqual([early.status, early.error.code], [409, 'CONFLICT'])
    await (await app.container.make(ExpireLinks)).run()
    const late = await confirm(link)
    assert.deepEqual([late.status, late.error.code], [409, 'CONFLICT'])
    assert.match(late.error.message, /expired/)
    assert.equal((await realm.ended(link.operationId)).state, 'expired')
    const told = await eventually('the event', async () => {
      const events = await eventsAt(realm, 'payment_link.expired')
      return events.find(({ paymentLinkId }) => paymentLinkId === link.id) ?? null
    })
    assert.containSubset(told, { status: 'expired', receivedAmount: null })
  })

  test('of a confirmation and an expiry at one time exactly one happens', async ({ assert }) => {
    const links = await atOnce(12, () => openLink(realm, { amount: '1' }))
    const before = Number(await realm.settled('/till'))
    const expire = await app.container.make(ExpireLinks)
    const confirmations: ReturnType<typeof confirm>[] = []
    for (const link of links) {
      // Past the deadline for the job, a moment before it for the payer who was looking at the page.
      confirmations.push(confirm(link))
      await letTimePass(link)
    }
    await Promise.all([expire.run(), expire.run()])
    const replies = await Promise.all(confirmations)
    await expire.run()
    let paid = 0
    for (const [index, link] of links.entries()) {
      const { state } = await realm.ended(link.operationId)
      const confirmed = replies[index]!.status === 200
      assert.equal(state, confirmed ? 'completed' : 'expired')
      assert.equal((await paymentOf(link)).status, state)
      if (confirmed) paid++
    }
    assert.equal(Number(await realm.settled('/till')), before + paid)
  })

  test('a confirmed link outlives its deadline until the money is there', async ({ assert }) => {
    const link = await openLink(realm)
    const reply = await confirm(link)
    await letTimePass(link)
    await (await app.container.make(ExpireLinks)).run()
    assert.equal(reply.status, 200)
    assert.notEqual((await paymentOf(link)).status, 'expired')
    await completes(link)
  })

  test('real money cannot be claimed: a live realm refuses to confirm it', async ({ assert }) => {
    const live = await realm.client.realm({ asset: 'live' })
    await live.object('/till')
    const link = await openLink(live)
    const { status, error } = await confirm(link)
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    assert.containSubset(await paymentOf(link), { status: 'pending', progress: 'waiting' })
    const { operation } = accepted(await live.client.get(`/api/v1/operations/${link.operationId}`))
    assert.equal(operation.state, 'pending')
  })

  test('every guess is answered in the same words', async ({ assert }) => {
    const { token } = await openLink(realm)
    const unknown = await confirm({ token: 'A'.repeat(43) })
    assert.deepEqual([unknown.status, unknown.error.code], [404, 'NOT_FOUND'])
    for (const guess of ['x', `${token}A`, token.slice(1), '%00', "'", 'a'.repeat(4000)]) {
      const { status, body } = await confirm({ token: guess })
      assert.equal(status, 404, guess)
      assert.deepEqual(body, unknown.body)
    }
    const guest = Client.anonymous()
    const stream = await guest.get(`/api/v1/pay/${'A'.repeat(43)}/events`)
    assert.deepEqual([stream.status, stream.body], [404, unknown.body])
  })

  test('a deposit has no address, and a body must be JSON', async ({ assert }) => {
    const link = await openLink(realm)
    await refusesFields(
      assert,
      (body) => confirm(link, body as Record<string, unknown>),
      {},
      {
        destinationAddress: [1, true, {}, ['x'], '', '0x12', `0x${'a'.repeat(40)}`, 'x'.repeat(65)],
      }
    )
    const guest = Client.anonymous()
    const path = `/api/v1/pay/${link.token}/confirm`
    for (const body of ['{', '[]', '"x"', '7']) {
      assert.equal((await guest.send('POST', path, body)).status, 400, body)
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      assert.equal((await guest.send(method, path)).status, 405)
    }
    assert.equal((await paymentOf(link)).progress, 'waiting')
  })

  test('an object deleted meanwhile takes nothing, and nothing is minted', async ({ assert }) => {
    const { id } = await realm.object('/short/lived')
    const link = await openLink(realm, { objectPath: '/short/lived' })
    const deleted = { realmId: realm.id, objectId: id }
    accepted(await realm.client.post('/api/v1/objects/delete', deleted))
    const { status, error } = await confirm(link)
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    const { operation } = accepted(await realm.client.get(`/api/v1/operations/${link.operationId}`))
    assert.equal(operation.state, 'pending')
  })

  test('the stream tells how it went, and ends with it', async ({ assert }) => {
    const link = await openLink(realm)
    const reading = Client.anonymous().get<string>(`/api/v1/pay/${link.token}/events`)
    await confirm(link)
    const { status, headers, body } = await reading
    assert.equal(status, 200)
    assert.include(headers.get('content-type')!, 'text/event-stream')
    const told = [...String(body).matchAll(/^data: (.*)$/gm)].map(([, text]) => JSON.parse(text!))
    assert.equal(told.at(-1).status, 'completed')
    assert.equal(told.at(-1).id, link.id)
    assert.notMatch(String(body), /objectPath|operationId|\/till/)
  })
})
