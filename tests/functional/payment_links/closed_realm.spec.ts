import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { PendingDeposits } from '#modules/ledger/index'
import { ExpireLinks } from '#modules/payment_links/services/expire_links'
import { LinkStore } from '#modules/payment_links/storage/link_store'
import { Client, TestRealm, accepted } from '#tests/support/client'

const HOURS = 3_600_000

test.group('payment_links | a closed realm', () => {
  test('its pages tell payers so, and its links end without holding up the others', async ({
    assert,
  }) => {
    const realm = await TestRealm.open({ name: 'Closing shop' })
    await realm.object('/till')
    const link = accepted(
      await realm.client.post('/api/v1/payment-links', {
        realmId: realm.id,
        type: 'deposit',
        objectPath: '/till',
        amount: '5',
      })
    ).paymentLink
    accepted(await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`))
    const guest = Client.anonymous()
    assert.equal((await guest.get(`/api/v1/pay/${link.token}`)).status, 404)
    for (const method of ['GET', 'POST']) {
      const page = await guest.send<never>(method, `/pay/${link.token}`)
      assert.equal(page.status, 410)
      assert.include(String(page.body), 'Closing shop does not take or make payments here any more')
      assert.include(String(page.body), 'Please send nothing')
      assert.notInclude(String(page.body), '5.00')
    }
    const unknown = await guest.get(`/pay/${'A'.repeat(43)}`)
    assert.equal(unknown.status, 404)

    const clock = new ManualClock(Date.now() * 1000)
    clock.advanceMs(2 * HOURS)
    const expire = new ExpireLinks(
      await app.container.make(LinkStore),
      await app.container.make(PendingDeposits),
      clock
    )
    await expire.run()
    const database = await app.container.make(Database)
    const [row] = await database.read<{ status: string }>(
      'SELECT status FROM payment_links WHERE id = ?',
      [link.id]
    )
    assert.equal(row!.status, 'expired')
  })
})
