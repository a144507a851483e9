import { test } from '@japa/runner'
import {
  Holder,
  boundaryOf,
  giveKey,
  poolOf,
  zoneOf,
} from '#tests/functional/custody/support/holder'
import { freshAddress } from '#tests/functional/custody/support/withdrawing'
import { TestRealm, eventually, until } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { LINKS, confirm, eventsAt, openLink, paymentOf } from './support/links.ts'

const WEEK_MINUTES = 10_080
const PAYOUT = { type: 'withdrawal', objectPath: '/vault/a', amount: '4' }

test.group('payment_links | offers out of a frozen boundary', () => {
  test('an offer nobody took does not keep its money from the recovery key', async ({ assert }) => {
    const holder = await Holder.appear()
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/vault')
    await realm.account('/vault/a', '20')
    await realm.account('/outside', '5')
    await giveKey(realm, boundaryId, holder)
    const offer = await openLink(realm, { ...PAYOUT, expiresInMinutes: WEEK_MINUTES })
    const elsewhere = await openLink(realm, { ...PAYOUT, objectPath: '/outside' })
    const asked = await openLink(realm, { ...PAYOUT, type: 'deposit' })
    await holder.takeAll(await poolOf(realm), boundaryId)
    await until('the freeze', async () => {
      return (await boundaryOf(realm, boundaryId)).status === 'hard_frozen'
    })
    assert.equal((await confirm(offer, { destinationAddress: freshAddress() })).status, 409)
    await until('the sweep', async () => {
      const { settled, departing } = await realm.balance('/vault/a')
      return settled === '0.00' && departing === '0.00'
    })
    assert.equal(await holder.tokensOf(holder.address), 21_000_000n)
    const operation = await realm.ended(offer.operationId)
    assert.equal(operation.state, 'expired')
    assert.include(operation.failureMessage!, 'recovery key')
    assert.containSubset(await paymentOf(offer), { status: 'expired', progress: 'ended' })
    await eventually('the end to be told', async () => {
      const told = await eventsAt(realm, 'payment_link.expired')
      return told.find(({ paymentLinkId }) => paymentLinkId === offer.id) ?? null
    })
    for (const link of [elsewhere, asked]) {
      assert.containSubset(await paymentOf(link), { status: 'pending', progress: 'waiting' })
    }
    await booksAreSound(realm)
  })

  test('an offer is not cancelled during a lock, and outlives it', async ({ assert }) => {
    const holder = await Holder.appear()
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/vault')
    await realm.account('/vault/a', '20')
    await giveKey(realm, boundaryId, holder)
    const pool = await poolOf(realm)
    const offer = await openLink(realm, PAYOUT)
    const destinationAddress = freshAddress()
    await holder.lock(pool, boundaryId)
    await until('the lock', async () => {
      const { error } = await confirm(offer, { destinationAddress: 'none' })
      assert.equal(error.code, 'VALIDATION_ERROR')
      return (await boundaryOf(realm, boundaryId)).status === 'soft_frozen'
    })
    const refused = await confirm(offer, { destinationAddress })
    assert.deepEqual([refused.status, refused.error.code], [409, 'BOUNDARY_FROZEN'])
    assert.isUndefined(refused.error.details)
    const cancelled = await realm.client.send('DELETE', `${LINKS}/${offer.id}`)
    assert.deepEqual([cancelled.status, cancelled.error.code], [409, 'BOUNDARY_FROZEN'])
    await holder.unlock(pool, boundaryId)
    await until('the unlock', async () => {
      return (await confirm(offer, { destinationAddress })).status === 200
    })
    await realm.completed(offer.operationId)
    assert.equal(await holder.tokensOf(destinationAddress), 4_000_000n)
  })
})
