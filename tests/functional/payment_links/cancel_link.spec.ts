import { test } from '@japa/runner'
import { TestRealm, accepted, eventually } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { LINKS, confirm, eventsAt, openLink, paymentOf, type LinkView } from './support/links.ts'

let realm: TestRealm

const cancel = ({ id }: Pick<LinkView, 'id'>, client = realm.client) =>
  client.send('DELETE', `${LINKS}/${id}`)

test.group('payment_links | one link', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/till': '0' })
  })
  group.teardown(() => booksAreSound(realm))

  test('is shown with its operation, as it was created', async ({ assert }) => {
    const link = await openLink(realm, { metadata: { order: '17' } })
    const { status, data } = await realm.client.get(`${LINKS}/${link.id}`)
    assert.equal(status, 200)
    assert.deepEqual(data.paymentLink, link)
    assert.equal(data.operation.id, link.operationId)
  })

  test('cancelled it is over with its operation; once more is the same', async ({ assert }) => {
    const link = await openLink(realm)
    const { status, data } = await cancel(link)
    assert.equal(status, 200)
    assert.equal(data.paymentLink.status, 'expired')
    assert.equal(data.operation.state, 'expired')
    assert.match(data.operation.failureMessage, /cancelled/)
    assert.equal((await cancel(link)).status, 200)
    assert.deepEqual((await confirm(link)).status, 409)
    assert.containSubset(await paymentOf(link), {
      status: 'expired',
      failureMessage: 'The payment link was cancelled.',
    })
    await eventually('the event', async () => {
      const events = await eventsAt(realm, 'payment_link.expired')
      return events.find(({ paymentLinkId }) => paymentLinkId === link.id) ?? null
    })
  })

  test('paid, or with money on its way, it cannot be cancelled', async ({ assert }) => {
    const link = await openLink(realm)
    accepted(await confirm(link))
    const early = await cancel(link)
    assert.deepEqual([early.status, early.error.code], [409, 'CONFLICT'])
    await realm.completed(link.operationId)
    const late = await cancel(link)
    assert.deepEqual([late.status, late.error.code], [409, 'CONFLICT'])
    assert.equal((await paymentOf(link)).status, 'completed')
  })

  test('of a confirmation and a cancellation at once exactly one happens', async ({ assert }) => {
    const links = await Promise.all(Array.from({ length: 6 }, () => openLink(realm)))
    for (const link of links) {
      const [confirmed, cancelled] = await Promise.all([confirm(link), cancel(link)])
      assert.sameMembers([confirmed.status, cancelled.status], [200, 409])
      const { state } = await realm.ended(link.operationId)
      assert.equal(state, confirmed.status === 200 ? 'completed' : 'expired')
    }
  })
})
