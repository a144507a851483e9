import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ExpireLinks } from '#modules/payment_links/services/expire_links'
import { allow, forbidden, refusal, scoped } from '#tests/functional/auth/support/credentials'
import { freshAddress, tokensOf } from '#tests/functional/custody/support/withdrawing'
import { TestRealm, accepted, eventually, pluck } from '#tests/support/client'
import { platformAdmin } from '#tests/support/platform_admin'
import { booksAreSound } from '#tests/support/sound_books'
import {
  ADDRESS,
  LINKS,
  MISTYPED,
  confirm,
  eventsAt,
  letTimePass,
  openLink,
  paymentOf,
} from './support/links.ts'

let realm: TestRealm

const WITHDRAWAL = { type: 'withdrawal', objectPath: '/purse' }

const offer = (body: Record<string, unknown> = {}) => openLink(realm, { ...WITHDRAWAL, ...body })
const ask = (body: Record<string, unknown>) =>
  realm.client.post(LINKS, { realmId: realm.id, ...WITHDRAWAL, amount: '10', ...body })

test.group('payment_links | withdrawal links', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/purse': '1000' })
  })
  group.teardown(() => booksAreSound(realm))

  test('holds the amount, and sends it where its holder says', async ({ assert }) => {
    const before = Number(await realm.settled('/purse'))
    const link = await offer({ amount: '12.34' })
    assert.containSubset(link, { type: 'withdrawal', destinationAddress: null, amount: '12.34' })
    assert.containSubset(await realm.balance('/purse'), { departing: '12.34' })
    assert.containSubset(await paymentOf(link), { progress: 'waiting', destinationAddress: null })

    const destinationAddress = freshAddress()
    const { status, data } = await confirm(link, { destinationAddress })
    assert.equal(status, 200)
    assert.equal(data.payment.destinationAddress, destinationAddress)
    const { outcome } = await realm.completed(link.operationId)
    assert.include(JSON.parse(outcome), { status: 'completed', destinationAddress })
    assert.equal(await tokensOf(destinationAddress), 12_340_000n)
    assert.containSubset(await realm.balance('/purse'), { departing: '0.00' })
    assert.equal(Number(await realm.settled('/purse')), before - 12.34)
    const { status: ended, receipt } = await paymentOf(link)
    assert.equal(ended, 'completed')
    const { journal } = accepted(await realm.evidence(link.operationId)).evidence
    const [{ txHash, chain }] = journal.chainTransactions
    assert.deepEqual(receipt.transactions, [{ txHash, chain }])
    await eventually('the event', async () => {
      const events = await eventsAt(realm, 'payment_link.completed')
      return events.find(({ paymentLinkId }) => paymentLinkId === link.id) ?? null
    })
    const shown = accepted(await realm.client.get(`${LINKS}/${link.id}`)).paymentLink
    assert.containSubset(shown, { status: 'completed', destinationAddress })
  })

  test('pays one address only: the first', async ({ assert }) => {
    const link = await offer()
    const [first, second] = [freshAddress(), freshAddress()]
    const replies = await Promise.all([
      confirm(link, { destinationAddress: first }),
      confirm(link, { destinationAddress: second }),
    ])
    const statuses = pluck(replies, 'status')
    assert.sameMembers(statuses, [200, 409])
    await realm.completed(link.operationId)
    const winner = statuses[0] === 200 ? first : second
    assert.equal(await tokensOf(winner), 10_000_000n)
    assert.equal(await tokensOf(winner === first ? second : first), 0n)
    const again = await confirm(link, { destinationAddress: winner.toLowerCase() })
    assert.equal(again.status, 200)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await confirm(link, { destinationAddress: ADDRESS })
    assert.deepEqual([other.status, other.error.code], [409, 'CONFLICT'])
    assert.notInclude(JSON.stringify(other.body).toLowerCase(), winner.toLowerCase())
  })

  test('an address that would lose money is refused, at creation too', async ({ assert }) => {
    const link = await offer()
    for (const destinationAddress of [
      undefined,
      '',
      '0x12',
      ADDRESS.slice(2),
      `${ADDRESS}00`,
      MISTYPED,
      `0x${'0'.repeat(40)}`,
    ]) {
      const { status, error } = await confirm(link, { destinationAddress })
      assert.equal(status, 400, destinationAddress)
      assert.equal(error.details!.fields![0]!.field, 'destinationAddress')
      if (destinationAddress === undefined) continue
      const created = await ask({ destinationAddress })
      assert.equal(created.status, 400, destinationAddress)
      assert.equal(created.error.details!.fields![0]!.field, 'destinationAddress')
    }
    assert.equal((await paymentOf(link)).progress, 'waiting')
  })

  test('an address the link names cannot be changed by who holds it', async ({ assert }) => {
    const destinationAddress = freshAddress()
    const link = await offer({ destinationAddress })
    assert.equal(link.destinationAddress, destinationAddress)
    const other = await confirm(link, { destinationAddress: freshAddress() })
    assert.deepEqual([other.status, other.error.details!.fields![0]!.rule], [400, 'fixed'])
    assert.equal((await confirm(link)).status, 200)
    await realm.completed(link.operationId)
    assert.equal(await tokensOf(destinationAddress), 10_000_000n)
  })

  test('its end gives the amount back', async ({ assert }) => {
    const before = await realm.balance('/purse')
    const link = await offer({ amount: '100' })
    await letTimePass(link)
    await (await app.container.make(ExpireLinks)).run()
    assert.equal((await realm.ended(link.operationId)).state, 'expired')
    assert.deepEqual(await realm.balance('/purse'), before)
    const late = await confirm(link, { destinationAddress: freshAddress() })
    assert.deepEqual([late.status, late.error.code], [409, 'CONFLICT'])
    assert.equal((await paymentOf(link)).status, 'expired')
  })

  test('a halt in the way of confirming is told without details', async ({ assert, cleanup }) => {
    const link = await offer()
    const { admin, restore } = await platformAdmin()
    cleanup(restore)
    const halt = `/api/v1/admin/realms/${realm.id}/halt`
    accepted(await admin.post(halt, { type: 'withdrawals', reason: 'A secret of ours.' }))
    const destinationAddress = freshAddress()
    const refused = await confirm(link, { destinationAddress })
    accepted(await admin.send('DELETE', halt))
    assert.deepEqual([refused.status, refused.error.code], [409, 'REALM_HALTED'])
    assert.notProperty(refused.error, 'details')
    assert.notInclude(JSON.stringify(refused.body), 'secret')
    assert.equal((await paymentOf(link)).progress, 'waiting')
    assert.equal((await confirm(link, { destinationAddress })).status, 200)
    await realm.completed(link.operationId)
  })

  test('more than there is cannot be offered', async ({ assert }) => {
    const { status, error } = await ask({ amount: '5000' })
    assert.deepEqual([status, error.code], [400, 'INSUFFICIENT_BALANCE'])
  })

  test('same path, same link; another address is another request', async ({ assert }) => {
    const body = { path: `/op/link/${randomUUID()}`, destinationAddress: freshAddress() }
    const first = await ask(body)
    const again = await ask({ ...body, destinationAddress: body.destinationAddress.toLowerCase() })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.data.paymentLink.id, first.data.paymentLink.id)
    for (const other of [
      { destinationAddress: freshAddress() },
      { destinationAddress: undefined },
      { type: 'deposit', destinationAddress: undefined },
    ]) {
      const { status, error } = await ask({ ...body, ...other })
      assert.deepEqual([status, error.code], [409, 'IDEMPOTENCY_VIOLATION'])
    }
  })

  test('who may only take money in offers none, and the other way round', async ({ assert }) => {
    const taker = await scoped(realm, allow('svc:ReceiveTo', '/purse'))
    const giver = await scoped(realm, allow('svc:WithdrawFrom', '/purse'))
    const terms = { realmId: realm.id, objectPath: '/purse', amount: '1' }
    const payout = { ...terms, type: 'withdrawal' }
    const payment = { ...terms, type: 'deposit' }
    const notTaken = refusal(await taker.post(LINKS, payout))
    assert.deepEqual(notTaken, forbidden('svc:WithdrawFrom', '/purse'))
    const notGiven = refusal(await giver.post(LINKS, payment))
    assert.deepEqual(notGiven, forbidden('svc:ReceiveTo', '/purse'))
    const offered = accepted(await giver.post(LINKS, payout)).paymentLink
    const asked = accepted(await taker.post(LINKS, payment)).paymentLink
    const cancel = (by: typeof giver, id: string) => by.send('DELETE', `${LINKS}/${id}`)
    assert.equal((await cancel(taker, offered.id as string)).status, 403)
    assert.equal((await cancel(giver, asked.id as string)).status, 403)
    assert.equal((await cancel(giver, offered.id as string)).status, 200)
    assert.equal((await cancel(taker, asked.id as string)).status, 200)
  })
})

test.group('payment_links | withdrawal links of real money', () => {
  test('a live realm pays to the address named later, and not to none', async ({ assert }) => {
    const { Payer } = await import('#tests/functional/custody/support/payer')
    const live = await TestRealm.open({ asset: 'live' })
    await live.object('/purse')
    const opened = await live.deposit('/purse', '20')
    const payer = await Payer.with('20.00')
    await payer.pay(accepted(opened).poolAddress as string, '20.00')
    await live.completed(accepted(opened).operation.id as string)
    const link = await openLink(live, { ...WITHDRAWAL, amount: '7' })
    assert.equal((await confirm(link)).status, 400)
    const destinationAddress = freshAddress()
    assert.equal((await confirm(link, { destinationAddress })).status, 200)
    await live.completed(link.operationId)
    assert.equal(await tokensOf(destinationAddress, 'live'), 7_000_000n)
    await booksAreSound(live)
  })
})
