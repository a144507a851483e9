import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { RateLimitSettings } from '#app/http/rate_limit_settings'
import { RateLimits } from '#app/http/rate_limits'
import { Client, TestRealm } from '#tests/support/client'
import { ADDRESS, MISTYPED, openLink, paymentOf } from './support/links.ts'

const PAGE = { accept: 'text/html' }
const FORM = { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' }

let realm: TestRealm

const guest = Client.anonymous()
const send = (token: string, form = '', headers: Record<string, string> = FORM) =>
  guest.send<string>('POST', `/pay/${token}`, form, headers)

test.group('payment_links | form of the page', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/till': '100' })
  })

  test('paying leads back to the page, where a reload pays nothing', async ({ assert }) => {
    const link = await openLink(realm)
    for (let turn = 0; turn < 2; turn++) {
      const { status, headers, body } = await send(link.token)
      assert.deepEqual([status, body], [303, ''])
      assert.equal(headers.get('location'), `/pay/${link.token}`)
      await realm.completed(link.operationId)
    }
  })

  test('a wrong address comes back beside its field, escaped', async ({ assert }) => {
    const link = await openLink(realm, { type: 'withdrawal' })
    for (const [typed, words] of [
      ['', 'Name the address'],
      ['"><script>alert(1)</script>', '40 hexadecimal digits'],
      [MISTYPED, 'wrong checksum'],
    ]) {
      const { status, body, headers } = await send(
        link.token,
        `destinationAddress=${encodeURIComponent(typed!)}`
      )
      assert.equal(status, 400, typed)
      assert.include(headers.get('content-security-policy')!, "default-src 'none'")
      assert.include(String(body), words!)
      assert.include(String(body), 'aria-invalid=true')
      assert.notInclude(String(body), '<script>')
    }
    assert.equal((await paymentOf(link)).progress, 'waiting')
    const typed = `destinationAddress=%20${ADDRESS}%20`
    const review = await send(link.token, typed)
    assert.equal(review.status, 200)
    assert.include(String(review.body), `<code id="destination" dir="ltr">${ADDRESS}</code>`)
    assert.equal((await paymentOf(link)).progress, 'waiting')
    assert.equal((await send(link.token, `${typed}&reviewed=yes`)).status, 303)
  })

  test('what cannot be done is said on the page', async ({ assert }) => {
    const live = await realm.client.realm({ asset: 'live' })
    await live.object('/till')
    const link = await openLink(live)
    const { status, body } = await send(link.token)
    assert.equal(status, 409)
    assert.include(String(body), 'Send the payment')
    assert.equal((await paymentOf(link)).progress, 'waiting')
  })

  test('an unknown token gets the same page, whatever is sent', async ({ assert }) => {
    const unknown = await guest.send('GET', `/pay/${'A'.repeat(43)}`, undefined, PAGE)
    for (const [token, form] of [
      ['A'.repeat(43), ''],
      ['x', `destinationAddress=${ADDRESS}`],
      ['B'.repeat(43), 'destinationAddress=nonsense'],
    ]) {
      const { status, body } = await send(token!, form)
      assert.deepEqual([status, body], [404, unknown.body])
    }
    const logo = await guest.get(`/pay/${'A'.repeat(43)}/logo`)
    assert.deepEqual([logo.status, logo.body], [404, ''])
  })

  test('a person over the limit sees a page, a program JSON', async ({ assert, cleanup }) => {
    const strict = new RateLimitSettings({ production: true, perSecond: 0, signInPerMinute: 1 })
    const limits = new RateLimits(strict)
    app.container.swap(RateLimits, () => limits)
    cleanup(() => app.container.restore(RateLimits))
    const { token } = await openLink(realm)
    const view = () => guest.send<string>('GET', `/pay/${token}`, undefined, PAGE)
    for (let turn = 0; turn < 10; turn++) assert.equal((await view()).status, 200)
    const { status, headers, body } = await view()
    assert.equal(status, 429)
    assert.match(headers.get('retry-after')!, /^\d+$/)
    assert.include(headers.get('content-type')!, 'text/html')
    assert.include(headers.get('content-security-policy')!, "default-src 'none'")
    assert.include(String(body), 'One moment, please')
    for (const path of [`/pay/${token}`, `/api/v1/pay/${token}`]) {
      const asked = await guest.get(path)
      assert.deepEqual([asked.status, asked.error.code], [429, 'RATE_LIMITED'])
    }
  })

  test('a colour is a style sheet, and nothing else is', async ({ assert }) => {
    const sheet = await guest.get<string>('/assets/accent/ffd60a.css')
    assert.equal(sheet.status, 200)
    assert.include(sheet.headers.get('content-type')!, 'text/css')
    assert.match(String(sheet.body), /--fill: #ffd60a; --on-fill: #000000/)
    for (const text of ['ffd60a', 'FFD60A.css', 'ffd60.css', 'gggggg.css', '%7D.css']) {
      assert.equal((await guest.get(`/assets/accent/${text}`)).status, 400, text)
    }
  })
})
