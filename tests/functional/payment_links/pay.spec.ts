import { test } from '@japa/runner'
import { Client, TestRealm, accepted } from '#tests/support/client'

let realm: TestRealm
let token: string

const guest = Client.anonymous()

test.group('payment_links | /pay/:token', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open({ name: '<b>Shop & Sons</b>' })
    await realm.object('/secret/till')
    const body = {
      realmId: realm.id,
      type: 'deposit',
      objectPath: '/secret/till',
      amount: '12.5',
      returnUrl: 'https://shop.example/thanks',
      description: 'Two <tickets>',
      reference: 'INV-17',
      metadata: { note: 'for our eyes only' },
    }
    token = accepted(await realm.client.post('/api/v1/payment-links', body)).paymentLink.token
  })

  test('the holder of the token sees the payment, and no more of the realm', async ({ assert }) => {
    const { status, data, headers } = await guest.get(`/api/v1/pay/${token}`)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.sameMembers(Object.keys(data.payment), [
      'id',
      'type',
      'status',
      'progress',
      'receivedAmount',
      'lateAmount',
      'receipt',
      'failureMessage',
      'amount',
      'denomination',
      'description',
      'reference',
      'realmName',
      'branding',
      'asset',
      'expiresAt',
      'returnUrl',
      'returnStrategy',
    ])
    assert.containSubset(data.payment, {
      type: 'deposit',
      status: 'pending',
      amount: '12.50',
      denomination: 'USD',
      realmName: '<b>Shop & Sons</b>',
      asset: 'paper',
      receipt: null,
      returnUrl: 'https://shop.example/thanks',
    })
  })

  test('the page shows the same, escaped, and with no script but ours', async ({ assert }) => {
    const { status, body, headers } = await guest.get<string>(`/pay/${token}`)
    const html = String(body)
    assert.equal(status, 200)
    assert.include(headers.get('content-type')!, 'text/html')
    assert.include(headers.get('content-security-policy')!, "default-src 'none'")
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.include(html, 'Pay 12.50 USD')
    assert.include(html, 'Two &lt;tickets&gt;')
    assert.include(html, 'INV-17')
    assert.include(html, 'data-status="pending"')
    assert.include(html, 'no real money')
    assert.include(html, '&lt;b&gt;Shop &amp; Sons&lt;/b&gt;')
    assert.notMatch(html, /<script>|<b>|<style|style=|onclick|secret|eyes only/)
    assert.deepEqual(html.match(/<script[^>]*>/g), ['<script src="/assets/pay.js" defer>'])
  })

  test('the page goes by the branding of the realm', async ({ assert }) => {
    const settings = `/api/v1/realms/${realm.id}/settings`
    const branding = {
      displayName: 'Sons & Shop',
      environmentBannerText: 'Only <i>playing</i>',
      hideExpiryTimer: true,
    }
    accepted(await realm.client.send('PATCH', settings, { branding }))
    const { data } = await guest.get(`/api/v1/pay/${token}`)
    assert.deepEqual(data.payment.branding, branding)
    const html = String((await guest.get<string>(`/pay/${token}`)).body)
    assert.include(html, 'Payment to Sons &amp; Shop')
    assert.include(html, 'Only &lt;i&gt;playing&lt;/i&gt;')
    assert.notMatch(html, /id="expires"|no real money moves here/)
    accepted(await realm.client.send('PATCH', settings, { branding: null }))
  })

  test('every text that is no token is answered like an unknown one', async ({ assert }) => {
    const unknown = await guest.get(`/api/v1/pay/${'A'.repeat(43)}`)
    assert.containSubset(unknown, { status: 404, error: { code: 'NOT_FOUND' } })
    for (const text of [
      'x',
      `${token}A`,
      token.slice(1),
      token.toLowerCase(),
      'a'.repeat(4000),
      '%00',
      "'",
    ]) {
      const { status, body } = await guest.get(`/api/v1/pay/${text}`)
      assert.equal(status, 404, text)
      assert.deepEqual(body, unknown.body)
    }
  })

  test('the page of an unknown token says so, always in the same words', async ({ assert }) => {
    const pages = await Promise.all(
      ['A'.repeat(43), 'x', `${token}A`].map((text) => guest.get(`/pay/${text}`))
    )
    for (const { status, body } of pages) {
      assert.equal(status, 404)
      assert.equal(body, pages[0]!.body)
      assert.include(String(body), 'does not exist')
    }
  })

  test('refuses other methods', async ({ assert }) => {
    for (const path of [`/api/v1/pay/${token}`, `/pay/${token}`]) {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        assert.equal((await guest.send(method, path)).status, 405)
      }
    }
  })
})
