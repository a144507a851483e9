import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { ExpireMovement } from '#modules/ledger/index'
import { ExpireLinks } from '#modules/payment_links/services/expire_links'
import { LinkStore } from '#modules/payment_links/storage/link_store'
import {
  Member,
  askedBy,
  confirmedClient,
  type Asked,
} from '#tests/functional/auth/support/confirmations'
import { Client, TestRealm, accepted } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

const HOURS = 3_600_000

test.group('payment_links | a closed realm', () => {
  test('its pages tell payers, and its links end without delaying others', async ({ assert }) => {
    const realm = await TestRealm.open({ name: 'Closing shop' })
    await realm.object('/till')
    const link = accepted(
      await realm.post('/payment-links', { type: 'deposit', objectPath: '/till', amount: '5' })
    ).paymentLink
    accepted(await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`))
    const guest = Client.anonymous()
    assert.equal((await guest.get(`/api/v1/pay/${link.token}`)).status, 404)
    for (const method of ['GET', 'POST']) {
      const page = await guest.send<never>(method, `/pay/${link.token}`)
      assert.equal(page.status, 410)
      assert.include(String(page.body), 'Closing shop does not take or make payments here any more')
      assert.include(String(page.body), 'Please send nothing')
      assert.include(String(page.body), 'If you have sent money already')
      assert.include(String(page.body), link.id)
      assert.notInclude(String(page.body), '5.00')
    }
    assert.equal((await guest.get(`/pay/${'A'.repeat(43)}`)).status, 404)

    const clock = new ManualClock(Date.now() * 1000)
    clock.advanceMs(2 * HOURS)
    const expire = new ExpireLinks(
      await app.container.make(LinkStore),
      await app.container.make(ExpireMovement),
      clock
    )
    await expire.run()
    const [row] = await readRows`SELECT status FROM payment_links WHERE id = ${link.id}`
    assert.equal(row!.status, 'expired')
  })

  test('whoever confirms its deletion is told which links end with it', async ({ assert }) => {
    const member = await Member.join()
    const realm = await member.permanentRealm()
    await realm.account('/till', '12.5')
    const open = async (type: 'deposit' | 'withdrawal', amount: string) =>
      accepted(
        await member.client.post('/api/v1/payment-links', {
          realmId: realm.id,
          type,
          objectPath: '/till',
          amount,
        })
      ).paymentLink
    const remove = (client = member.client) => client.send('DELETE', `/api/v1/realms/${realm.id}`)
    const ask = async () => askedBy(await remove()) as Asked & { losses?: unknown }
    const end = async ({ id }: { id: string }) =>
      accepted(await member.client.send('DELETE', `/api/v1/payment-links/${id}`))

    const none = await ask()
    assert.notProperty(none, 'losses')
    assert.notInclude((await member.open(none.confirmUrl)).html, 'Ends with it')

    const links = [await open('deposit', '5'), await open('deposit', '7.25')]
    links.push(await open('withdrawal', '2'))
    const asked = await ask()
    assert.notEqual(asked.requestId, none.requestId)
    assert.deepEqual(asked.losses, [
      { what: 'open deposit link', count: 2, worth: '12.25' },
      { what: 'open withdrawal link', count: 1, worth: '2.00' },
    ])
    const { html } = await member.open(asked.confirmUrl)
    // What is held, of which the payout takes a part, and what payers were asked for.
    assert.equal(/([\d.,]+) USD<\/dd>/.exec(html)?.[1], '24.75')
    assert.include(html, '<dt>Ends with it</dt>')
    assert.include(html, '<dd>2 open deposit links, worth 12.25 USD</dd>')
    assert.include(html, '<dd>1 open withdrawal link, worth 2.00 USD</dd>')
    assert.equal((await ask()).requestId, asked.requestId)

    await end(links[0]!)
    await end(links[2]!)
    const fewer = await ask()
    assert.deepEqual(fewer.losses, [{ what: 'open deposit link', count: 1, worth: '7.25' }])
    await member.approve(fewer.confirmUrl)
    accepted(await remove(await confirmedClient(member.client, fewer)))
    assert.equal((await Client.anonymous().get(`/api/v1/pay/${links[1]!.token}`)).status, 404)
  })
})
