import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { RateLimitSettings } from '#app/http/rate_limit_settings'
import { RateLimits } from '#app/http/rate_limits'
import { ArrivedDeposits } from '#modules/ledger/index'
import { Payer } from '#tests/functional/custody/support/payer'
import { Holder, giveKey, hashOf, poolOf, zoneOf } from '#tests/functional/custody/support/holder'
import { freshAddress, tokensOf } from '#tests/functional/custody/support/withdrawing'
import {
  ADDRESS,
  MISTYPED,
  confirm,
  letTimePass,
  openLink,
  paymentOf,
  type LinkView,
} from '#tests/functional/payment_links/support/links'
import { Chromium, type Visit } from '#tests/support/browser'
import { Client, accepted, eventually, type TestRealm } from '#tests/support/client'

const SERVICE = new URL(process.env.APP_URL!).origin
/** Where a payer comes back to: a page of ours, since no other one may be asked for. */
const SHOP = `${SERVICE}/auth/signed-out`
/** Reads badly on white, as black text would on the dark sheet. */
const BRIGHT = '#ffd60a'
const TURNED =
  '[...document.querySelectorAll("code")].filter((each) => getComputedStyle(each).direction === "rtl").length'
const PURPOSE = { description: 'Two tickets for Saturday', reference: 'INV-2026-17' }
const REVIEW = 'Check this before the money leaves'
const BRANDING = { displayName: 'Corner Shop', accentColor: BRIGHT }

let realm: TestRealm
let live: TestRealm
/** A payout that its chain has refused. */
let refused: LinkView

const open = ({ page }: Visit, { token }: Pick<LinkView, 'token'>) => page.goto(`/pay/${token}`)
const heading = (visit: Visit, name: string) =>
  visit.page.getByRole('heading', { name, exact: true }).waitFor()
const press = ({ page }: Visit, name: string | RegExp) =>
  page.getByRole('button', { name }).press('Enter')

async function brand({ client, id }: TestRealm, branding: Record<string, unknown>) {
  accepted(await client.send('PATCH', `/api/v1/realms/${id}/settings`, { branding }))
}

/** A live link in a realm that may be closed. */
async function linkOfItsOwn() {
  const own = await realm.client.realm({ name: 'Shop', asset: 'live', lifecycle: 'temporary' })
  await own.object('/till')
  return { realm: own, link: await openLink(own) }
}

async function close({ client, id }: TestRealm) {
  accepted(await client.send('DELETE', `/api/v1/realms/${id}`))
}

/**
 * A payout that was confirmed and that its chain has refused: its exit waited for a time lock, and the
 * holder of the boundary's recovery key has cancelled it.
 */
async function refusedPayout(more: Record<string, unknown> = {}): Promise<LinkView> {
  const own = await realm.client.realm({ name: 'Shop' })
  const boundaryId = await zoneOf(own, '/locked')
  await own.account('/locked/till', '50')
  const holder = await Holder.appear()
  await giveKey(own, boundaryId, holder)
  const boundary = `/api/v1/custody/boundaries/${boundaryId}`
  const lock = await own.client.post(`${boundary}/time-lock`, { realmId: own.id, seconds: 3600 })
  if (lock.status !== 200) throw new Error('The boundary takes no time lock')
  const payout = { type: 'withdrawal', objectPath: '/locked/till', ...more }
  const link = await openLink(own, payout)
  accepted(await confirm(link, { destinationAddress: freshAddress() }))
  await eventually('the exit to wait', async () => {
    const { body } = await own.client.get(boundary, { realmId: own.id })
    return (body as { pendingExit: object | null }).pendingExit
  })
  await holder.call(await poolOf(own), 'cancelExit', [hashOf(link.operationId)])
  await own.ended(link.operationId)
  return link
}

test.group('browser | payment', (group) => {
  const chromium = Chromium.for(group)
  group.setup(async () => {
    const builder = await Client.signIn()
    realm = await builder.realm({ name: 'Shop' })
    live = await builder.realm({ name: 'Shop', asset: 'live' })
    await realm.account('/till', '500')
    await live.object('/till')
    await brand(realm, BRANDING)
    await brand(live, { ...BRANDING, accentColor: '#0b3d91' })
    refused = await refusedPayout({ returnUrl: SHOP })
  })

  test('a deposit is paid, can be read, and leads back once', async ({ assert }) => {
    const back = { ...PURPOSE, amount: '1234.5', returnUrl: `${SHOP}?order=17` }
    const link = await openLink(realm, back)
    const visit = await chromium.visit({ width: 390 })
    await visit.page.clock.install()
    await open(visit, link)
    await heading(visit, 'Payment to Corner Shop')
    await press(visit, 'Pay 1,234.50 USD')
    await heading(visit, 'Payment complete')
    const receipt = await visit.page.locator('#receipt').innerText()
    for (const part of [link.id, PURPOSE.reference, /Time\s+\w+ \d+, \d{4}/])
      assert.match(receipt, new RegExp(part))
    await visit.page.getByText('Taking you back to Corner Shop 10 seconds').waitFor()
    await visit.page.clock.runFor(9_000)
    await visit.page.getByText('Taking you back to Corner Shop 1 second').waitFor()
    await visit.page.clock.runFor(2_000)
    await visit.page.waitForURL(/signed-out/)
    const end = `paymentLinkId=${link.id}&status=completed`
    assert.equal(visit.path, `/auth/signed-out?order=17&${end}`)

    await open(visit, link)
    await heading(visit, 'Payment complete')
    await visit.page.clock.runFor(30_000)
    assert.equal(visit.path, `/pay/${link.token}`)
    assert.isFalse(await visit.page.locator('#leaving').isVisible())
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('without scripts a payment leads back once, too', async ({ assert }) => {
    const link = await openLink(realm, { returnUrl: SHOP })
    const visit = await chromium.visit({ javaScriptEnabled: false })
    await open(visit, link)
    await press(visit, 'Pay 10.00 USD')
    await heading(visit, 'Payment complete')
    const leading = visit.page.locator('noscript meta, meta[http-equiv=refresh]')
    const content = await leading.getAttribute('content')
    assert.equal(content, `10;url=${SHOP}?paymentLinkId=${link.id}&status=completed`)
    await open(visit, link)
    await visit.page.getByRole('link', { name: 'Back to Corner Shop' }).waitFor()
    assert.equal(await leading.count(), 0)
  })

  test('whoever wants to stay is not led away', async ({ assert }) => {
    const link = await openLink(realm, { returnUrl: SHOP })
    const visit = await chromium.visit()
    await visit.page.clock.install()
    await open(visit, link)
    await press(visit, /^Pay/)
    await press(visit, 'Stay here')
    await visit.page.clock.runFor(30_000)
    assert.equal(visit.path, `/pay/${link.token}`)
  })

  test('a withdrawal goes to the address that was typed once that is right', async ({ assert }) => {
    const link = await openLink(realm, { type: 'withdrawal', amount: '7' })
    const visit = await chromium.visit()
    await open(visit, link)
    await heading(visit, 'Payout from Corner Shop')
    const field = visit.page.getByLabel('Your address')
    await field.fill(MISTYPED)
    await field.press('Enter')
    await visit.page.getByRole('alert').getByText('wrong checksum').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.equal(await field.inputValue(), MISTYPED)
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await visit.picture('payment_mistyped_1280')

    const address = freshAddress()
    await field.fill(address)
    await press(visit, 'Continue')
    await heading(visit, REVIEW)
    assert.equal((await paymentOf(link)).progress, 'waiting')
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await visit.picture('payment_review_1280')
    await visit.page.getByRole('link', { name: 'Change the address' }).press('Enter')
    await field.fill(address)
    await press(visit, 'Continue')
    assert.equal(await visit.page.locator('#destination').innerText(), address)
    await press(visit, 'Withdraw 7.00 USD')
    await heading(visit, 'Payout complete')
    const receipt = visit.page.locator('#receipt')
    await receipt.getByText(/^0x[0-9a-f]{64}$/).waitFor()
    await visit.page.getByText(address).waitFor()
    assert.equal(await tokensOf(address), 7_000_000n)
    // The refused address is an answer of 400 that the browser notes by itself.
    assert.isTrue(visit.consoleErrors.every((line) => line.includes('400')))
  })

  test('a link expires while somebody looks, {how}')
    .with([
      { how: 'told by the stream', blocked: null },
      { how: 'told by asking where no stream comes through', blocked: '**/events' },
    ])
    .run(async ({ assert }, { blocked }) => {
      const link = await openLink(live)
      const visit = await chromium.visit()
      if (blocked) await visit.page.route(blocked, (route) => route.fulfill({ status: 503 }))
      await open(visit, link)
      await visit.page.getByText('Waiting for your payment').waitFor()
      assert.match(await visit.page.getByRole('timer').innerText(), /^(1:00:00|59:\d\d)$/)
      await letTimePass(link)
      await heading(visit, 'This link has expired')
      assert.equal(await visit.page.locator('#address').count(), 0)
    })

  test('a realm is closed while somebody looks, {how}')
    .with([
      { how: 'with scripts', javaScriptEnabled: true },
      { how: 'without scripts', javaScriptEnabled: false },
    ])
    .run(async ({ assert }, { javaScriptEnabled }) => {
      const { realm: closing, link } = await linkOfItsOwn()
      const visit = await chromium.visit({ javaScriptEnabled })
      await open(visit, link)
      await visit.page.getByText('Waiting for your payment').waitFor()
      await close(closing)
      await heading(visit, 'This payment link is closed')
      await visit.page.getByText('Please send nothing').waitFor()
      assert.equal(await visit.page.locator('#address, form').count(), 0)
    })

  test('real tokens sent to the address complete the page and lead back', async ({ assert }) => {
    const link = await openLink(live, { amount: '9', returnUrl: SHOP })
    const visit = await chromium.visit({ width: 390 })
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(visit, link)
    await visit.page.getByRole('img', { name: 'QR code' }).waitFor()
    const copy = async (what: string) => {
      await visit.page.locator(`[data-copy=${what}]`).press('Enter')
      await visit.page.locator(`[data-copy=${what}]`, { hasText: 'Copied' }).waitFor()
      return visit.page.evaluate<string>('navigator.clipboard.readText()')
    }
    assert.equal(await copy('token'), link.tokenAddress)
    const copied = await copy('address')
    assert.equal(copied, link.poolAddress)
    const payer = await Payer.with('9.00')
    await payer.pay(copied, '9.00')
    await heading(visit, 'Payment complete')
    await visit.page
      .locator('#receipt')
      .getByText(/^0x[0-9a-f]{64}$/)
      .waitFor()
    await visit.page.getByText('Taking you back to Corner Shop').waitFor()
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('a telephone opens its wallet, and shows no code to scan', async ({ assert }) => {
    const link = await openLink(live, { amount: '9' })
    const visit = await chromium.visit({ width: 390, hasTouch: true })
    await open(visit, link)
    const wallet = visit.page.getByRole('link', { name: 'Open in a wallet' })
    await wallet.waitFor()
    const to = `${link.tokenAddress}@${String(link.chain).slice('eip155:'.length)}`
    const asked = `ethereum:${to}/transfer?address=${link.poolAddress}&uint256=9000000`
    assert.equal(await wallet.getAttribute('href'), asked)
    assert.isFalse(await visit.page.getByRole('img', { name: 'QR code' }).isVisible())
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await visit.picture('payment_phone_390')
    const desk = await chromium.visit()
    await open(desk, link)
    await desk.page.getByRole('img', { name: 'QR code' }).waitFor()
  })

  test('the page speaks the language of the payer, {locale}')
    .with([
      { locale: 'de-DE', title: 'Zahlung an Corner Shop', pay: '1.234,50 USD zahlen' },
      { locale: 'es-MX', title: 'Pago a Corner Shop', pay: 'Pagar 1234,50 USD' },
      { locale: 'fr-FR', title: 'Paiement à Corner Shop', pay: 'Payer 1 234,50 USD' },
      { locale: 'ja-JP', title: 'Corner Shop へのお支払い', pay: '1,234.50 USD を支払う' },
      { locale: 'nl-NL', title: 'Payment to Corner Shop', pay: 'Pay 1,234.50 USD' },
    ])
    .run(async ({ assert }, { locale, title, pay }) => {
      const visit = await chromium.visit({ width: 390, locale })
      await open(visit, await openLink(realm, { amount: '1234.5' }))
      await heading(visit, title)
      await visit.page.getByRole('button', { name: pay, exact: true }).waitFor()
      const language = await visit.page.locator('html').getAttribute('lang')
      assert.equal(language, locale.startsWith('nl') ? 'en' : locale.slice(0, 2))
      assert.equal(await visit.sidewaysScroll(), 0)
    })

  test('written from right to left, a page fits and leaves addresses as they are', async ({
    assert,
  }) => {
    const visit = await chromium.visit({ width: 390 })
    await open(visit, await openLink(live, { ...PURPOSE, amount: '1234567.5' }))
    await visit.page.evaluate('document.documentElement.dir = "rtl"')
    assert.equal(await visit.sidewaysScroll(), 0)
    assert.equal(await visit.page.evaluate<number>(TURNED), 0, 'a hash reads from left to right')
  })

  test('a payout the chain has refused says so and leads back with its end', async ({ assert }) => {
    const visit = await chromium.visit()
    await open(visit, refused)
    await heading(visit, 'The payout failed')
    await visit.page.getByText('cancelled').waitFor()
    assert.equal(await visit.page.locator('form, #countdown, #expires').count(), 0)
    const back = visit.page.getByRole('link', { name: 'Back to Shop' })
    assert.equal(
      await back.getAttribute('href'),
      `${SHOP}?paymentLinkId=${refused.id}&status=expired`
    )
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('the opener is told, or the window closed, as the builder wants it', async ({ assert }) => {
    const visit = await chromium.visit()
    await visit.page.goto('/auth/signed-out')
    await visit.page.evaluate(
      'window.told = []; addEventListener("message", ({ data }) => window.told.push(data))'
    )
    const popUp = async (link: LinkView) => {
      const opened = visit.page.context().waitForEvent('page')
      await visit.page.evaluate(`void window.open('/pay/${link.token}')`)
      return opened
    }
    const told = await openLink(realm, { returnUrl: SHOP, returnStrategy: 'navigate' })
    const first = await popUp(told)
    await first.getByRole('button', { name: /^Pay/ }).press('Enter')
    const back = first.getByRole('link', { name: 'Back to Corner Shop' })
    await back.waitFor()
    const href = await back.getAttribute('href')
    assert.equal(href, `${SHOP}?paymentLinkId=${told.id}&status=completed`)
    await visit.page.waitForFunction('window.told.length > 0')
    assert.deepEqual(await visit.page.evaluate('window.told'), [
      { type: 'payment_link', paymentLinkId: told.id, status: 'completed' },
    ])
    const closing = await openLink(realm, { returnStrategy: 'close' })
    const second = await popUp(closing)
    await second.clock.install()
    const closed = second.waitForEvent('close')
    await second.getByRole('button', { name: /^Pay/ }).press('Enter')
    await second.getByText('This window closes').waitFor()
    await second.clock.runFor(11_000)
    await closed
  })

  test('what a builder calls itself is text, wherever it stands', async ({ assert }) => {
    const name = `<img src=x onerror=alert(1)>"'${'W'.repeat(60)}`
    const other = await realm.client.realm({ name })
    await other.object('/till')
    const link = await openLink(other, { metadata: { note: '<script>alert(1)</script>' } })
    const visit = await chromium.visit({ width: 390 })
    await open(visit, link)
    await heading(visit, `Payment to ${name}`)
    assert.equal(await visit.page.locator('img').count(), 0)
    assert.equal(await visit.sidewaysScroll(), 0)
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('a logo that cannot be had leaves the initial, and asks nobody else', async ({ assert }) => {
    const other = await realm.client.realm({ name: 'Elsewhere' })
    await other.object('/till')
    await brand(other, { logoUrl: 'https://127.0.0.1/logo.png' })
    const visit = await chromium.visit()
    await open(visit, await openLink(other))
    await visit.page.locator('.mark img.missing').waitFor({ state: 'attached' })
    assert.equal(await visit.page.locator('.mark').innerText(), 'E')
  })

  test('readable on telephone and desk, light and dark', async ({ assert, cleanup }) => {
    const completed = await openLink(realm, { ...PURPOSE, returnUrl: SHOP })
    accepted(await confirm(completed))
    const expired = await openLink(realm)
    await letTimePass(expired)
    const seen = await openLink(live)
    const arrived = await app.container.make(ArrivedDeposits)
    await arrived.detected(live.id, seen.operationId, 10_000000n)
    const closed = await linkOfItsOwn()
    await close(closed.realm)
    await realm.completed(completed.operationId)
    const visit = await chromium.visit()

    async function looksRight(name: string, title: string) {
      await heading(visit, title)
      assert.deepEqual(await visit.problemsInLooks(`payment_${name}`), [])
    }

    for (const [name, link, title] of [
      ['paper', await openLink(realm, PURPOSE), 'Pay with test money'],
      ['live', await openLink(live, { amount: '1234567.5' }), 'Send the payment'],
      ['withdrawal', await openLink(realm, { type: 'withdrawal' }), 'Where should the money go?'],
      ['fixed', await openLink(realm, { type: 'withdrawal', destinationAddress: ADDRESS }), REVIEW],
      ['processing', seen, 'Your payment is on its way'],
      ['completed', completed, 'Payment complete'],
      ['expired', expired, 'This link has expired'],
      ['failed', refused, 'The payout failed'],
      ['closed', closed.link, 'This payment link is closed'],
      ['unknown', { token: 'A'.repeat(43) }, 'This payment link does not exist'],
    ] as const) {
      await open(visit, link)
      await looksRight(name, title)
    }
    const strict = new RateLimitSettings({ production: true, perSecond: 0, signInPerMinute: 1 })
    const limits = new RateLimits(strict)
    app.container.swap(RateLimits, () => limits)
    cleanup(() => app.container.restore(RateLimits))
    // At once: the limit is of a minute, and pages take their time.
    const guest = Client.anonymous()
    await Promise.all(Array.from({ length: 12 }, () => guest.get(`/pay/${expired.token}`)))
    await open(visit, expired)
    await looksRight('limited', 'One moment, please')
  })
})
