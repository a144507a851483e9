import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from '#tests/functional/auth/support/browser'
import {
  Member,
  askedBy,
  formTokenOf,
  progressOf,
} from '#tests/functional/auth/support/confirmations'

const MINUTE_MS = 60_000

/** Changes what a cookie of the service holds, as if it had been set another time. */
async function alter(browser: Browser, name: string, change: (content: never) => object) {
  const encryption = await app.container.make('encryption')
  const sealed = decodeURIComponent(browser.cookie(name)!).slice('e:'.length)
  const content = change(encryption.decrypt(sealed, name) as never)
  const altered = encryption.encrypt(content, { purpose: name })
  browser.setCookie(name, encodeURIComponent(`e:${altered}`))
}

/** As if the person had signed in at the provider this long ago. */
async function signedInAgo(browser: Browser, minutes: number) {
  const at = Date.now() - minutes * MINUTE_MS
  await alter(browser, 'svc_session', (session: object) => ({ ...session, authenticatedAtMs: at }))
  const authTime = Math.floor(at / 1000)
  await alter(browser, 'svc_dev_identity', (person: object) => ({ ...person, authTime }))
}

test.group('auth | step-up | fresh sign-in', () => {
  async function asked() {
    const member = await Member.join()
    const realm = await member.permanentRealm()
    const refused = await member.client.send('DELETE', `/api/v1/realms/${realm.id}`)
    return { member, asking: askedBy(refused) }
  }

  test('a sign-in of ten minutes ago is too old: a new one is asked for', async ({ assert }) => {
    const { member, asking } = await asked()
    const { browser, email, client } = member
    const { confirmUrl } = asking
    const { html } = await member.open(confirmUrl)
    await signedInAgo(browser, 11)

    const decision = { decision: 'approve', formToken: formTokenOf(html) }
    const refused = await browser.submit(confirmUrl, decision)
    assert.equal(refused.status, 401)
    assert.include(await refused.text(), 'Sign in and decide')
    const again = await browser.open(confirmUrl)
    assert.equal(again.status, 303)
    const toProvider = await browser.open(again.headers.get('location')!)
    const provider = new URL(toProvider.headers.get('location')!)
    assert.equal(provider.searchParams.get('max_age'), '600')

    // The provider keeps to it: the person it remembers has to say again who they are.
    const page = await browser.open(provider.href)
    assert.notInclude(await page.text(), 'Go on as')
    assert.equal((await browser.submit(provider.href, { remembered: 'yes' })).status, 200)
    const callback = await browser.submit(provider.href, { email, name: 'Ann' })
    const back = await browser.open(callback.headers.get('location')!)
    assert.equal(back.headers.get('location'), new URL(confirmUrl).pathname)
    assert.equal((await browser.submit(confirmUrl, decision)).status, 303)
    assert.equal((await progressOf(client, asking)).status, 'approved')
  })

  test('a sign-in of nine minutes ago decides, also a remembered one', async ({ assert }) => {
    const { member, asking } = await asked()
    const { browser, client } = member
    await member.open(asking.confirmUrl)
    await signedInAgo(browser, 9)
    assert.equal((await browser.open(asking.confirmUrl)).status, 200)

    await browser.submit('/auth/sign-out', {})
    const out = await browser.open(asking.confirmUrl)
    const toProvider = await browser.open(out.headers.get('location')!)
    const provider = toProvider.headers.get('location')!
    const page = await browser.open(provider)
    assert.include(await page.text(), `Go on as ${member.email}`)
    const callback = await browser.submit(provider, { remembered: 'yes' })
    await browser.open(callback.headers.get('location')!)
    const { html } = await member.open(asking.confirmUrl)
    const decision = { decision: 'deny', formToken: formTokenOf(html) }
    assert.equal((await browser.submit(asking.confirmUrl, decision)).status, 303)
    assert.equal((await progressOf(client, asking)).status, 'denied')
  })

  test('a provider that lets an old sign-in through leads to no decision', async ({ assert }) => {
    const { member, asking } = await asked()
    const { browser } = member
    await member.open(asking.confirmUrl)
    await browser.submit('/auth/sign-out', {})
    const out = await browser.open(asking.confirmUrl)
    const toProvider = await browser.open(out.headers.get('location')!)
    const provider = new URL(toProvider.headers.get('location')!)
    const authTime = Math.floor((Date.now() - 11 * MINUTE_MS) / 1000)
    await alter(browser, 'svc_dev_identity', (person: object) => ({ ...person, authTime }))
    // What the service asked for is taken out on the way.
    provider.searchParams.delete('max_age')
    const callback = await browser.submit(provider.href, { remembered: 'yes' })
    const refused = await browser.open(callback.headers.get('location')!)
    assert.equal(refused.status, 401)
    assert.include(await refused.text(), 'needs a fresh sign-in')
    assert.isUndefined(browser.cookie('svc_session'))
  })

  test('an old sign-in is led from {$self} to a new one, and not round in a circle')
    .with([`/auth/invitations/svc_inv_${'a'.repeat(43)}`, `/approvals/apr_${'a'.repeat(26)}`])
    .run(async ({ assert }, page) => {
      const member = await Member.join()
      const { browser } = member
      assert.equal((await member.open(page)).status, 404, 'a fresh sign-in sees the page')
      await signedInAgo(browser, 11)
      const toSignIn = await browser.open(page)
      assert.equal(toSignIn.status, 303)
      const toProvider = await browser.open(toSignIn.headers.get('location')!)
      const { searchParams } = new URL(toProvider.headers.get('location')!)
      assert.equal(searchParams.get('max_age'), '600', 'else the provider answers with the old one')
    })

  test('an everyday sign-in asks for no new proof', async ({ assert }) => {
    const { browser } = await Member.join()
    const toProvider = await browser.open('/auth/sign-in?returnTo=/queues')
    const { searchParams } = new URL(toProvider.headers.get('location')!)
    assert.isFalse(searchParams.has('max_age'))
  })
})
