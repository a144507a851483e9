import { test } from '@japa/runner'
import { Browser } from '#tests/functional/auth/support/browser'
import {
  Member,
  askedBy,
  formTokenOf,
  progressOf,
  type Asked,
} from '#tests/functional/auth/support/confirmations'
import { newEmail } from '#tests/functional/auth/support/people'
import { Client, accepted, type TestRealm } from '#tests/support/client'

const remove = (client: Client, realm: TestRealm) =>
  client.send('DELETE', `/api/v1/realms/${realm.id}`)

test.group('auth | step-up | page', (group) => {
  let member: Member

  group.setup(async () => {
    member = await Member.join()
  })

  async function ask(body: Record<string, unknown> = {}, client = member.client) {
    const realm = await member.permanentRealm(body)
    const asked = askedBy(await remove(client, realm))
    return { realm, asked }
  }

  const statusOf = async (asked: Asked) => (await progressOf(member.client, asked)).status

  test('shows what would happen, where, at what risk and who asks', async ({ assert }) => {
    const realm = await member.permanentRealm({ name: 'Corner Shop' })
    await realm.account('/till', '12.5')
    const asked = askedBy(await remove(member.client, realm))
    const { status, html, headers } = await member.open(asked.confirmUrl)
    assert.equal(status, 200)
    const expected = [
      'Confirm a request',
      'Delete the whole realm for ever.',
      'svc:DeleteRealm',
      'The whole realm',
      '12.50 USD',
      'Corner Shop',
      realm.id,
      `${member.email}, signed in`,
      `signed in as ${member.email}`,
    ]
    for (const text of expected) assert.include(html, text)
    assert.match(
      html,
      /This cannot be taken back[^]*value="deny"[^]*value="approve"[^]*Ids of this/
    )
    assert.notInclude(html, '<script')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    const policy = headers.get('content-security-policy')!
    assert.include(policy, "frame-ancestors 'none'")
    assert.include(policy, "form-action 'self';")
    assert.equal(await statusOf(asked), 'pending')
  })

  test('a name cannot turn the writing around or hide a part of itself', async ({ assert }) => {
    const { asked } = await ask({ name: 'Safe\u202etxet\u200b' })
    const { html } = await member.open(asked.confirmUrl)
    assert.include(html, 'Safe\\u{202e}txet\\u{200b}')
    assert.notMatch(html, /[\u200b\u202e]/)
  })

  test('says what to do next, and reloading decides nothing again', async ({ assert }) => {
    const { asked } = await ask()
    const decided = await member.decide(asked.confirmUrl, 'approve')
    assert.equal(decided.status, 303)
    assert.equal(decided.headers.get('location'), new URL(asked.confirmUrl).pathname)
    const { html } = await member.open(asked.confirmUrl)
    assert.include(html, '<h1>Approved</h1>')
    assert.include(html, 'Return to your application')
    assert.notInclude(html, '<form')
  })

  test('the first decision stands', async ({ assert }) => {
    const { asked } = await ask()
    const { html } = await member.open(asked.confirmUrl)
    const formToken = formTokenOf(html)
    const decisions = ['deny', 'approve', 'approve', 'deny']
    await member.browser.submit(asked.confirmUrl, { decision: 'deny', formToken })
    for (const decision of decisions) {
      const late = await member.browser.submit(asked.confirmUrl, { decision, formToken })
      assert.equal(late.status, 303)
    }
    assert.equal(await statusOf(asked), 'denied')
    assert.include((await member.open(asked.confirmUrl)).html, '<h1>Denied</h1>')
  })

  test('of simultaneous decisions one is taken', async ({ assert }) => {
    const { asked } = await ask()
    const formToken = formTokenOf((await member.open(asked.confirmUrl)).html)
    await Promise.all(
      ['approve', 'deny', 'approve', 'deny'].map((decision) =>
        member.browser.submit(asked.confirmUrl, { decision, formToken })
      )
    )
    assert.include(['approved', 'denied'], await statusOf(asked))
  })

  test('members of others and people without an account see nothing', async ({ assert }) => {
    const { asked } = await ask()
    const own = formTokenOf((await member.open(asked.confirmUrl)).html)
    const stranger = await Member.join()
    const guest = new Browser()
    await guest.signIn('/auth/sign-in', newEmail())
    await stranger.browser.signIn('/auth/sign-in', stranger.email)
    for (const browser of [stranger.browser, guest]) {
      const page = await browser.open(asked.confirmUrl)
      assert.equal(page.status, 404)
      const html = await page.text()
      assert.include(html, 'There is nothing to confirm here')
      assert.notInclude(html, 'svc:DeleteRealm')
      const fields = { decision: 'approve', formToken: own }
      assert.equal((await browser.submit(asked.confirmUrl, fields)).status, 404)
    }
    assert.equal(await statusOf(asked), 'pending')
  })

  test('an address that leads nowhere is told apart from nothing', async ({ assert }) => {
    await member.browser.signIn('/auth/sign-in', member.email)
    for (const id of ['stp_01k00000000000000000000000', 'x', '%C3%A9', `${'a'.repeat(900)}`]) {
      const page = await member.browser.open(`/auth/step-up/${id}`)
      assert.equal(page.status, 404, id)
      assert.include(await page.text(), 'There is nothing to confirm here')
    }
  })

  test('a form that is not of this page and session decides nothing', async ({ assert }) => {
    const { asked } = await ask()
    const { asked: other } = await ask()
    const otherToken = formTokenOf((await member.open(other.confirmUrl)).html)
    const ofOtherSession = await (async () => {
      const browser = new Browser()
      await browser.signIn('/auth/sign-in', member.email)
      return formTokenOf(await (await browser.open(asked.confirmUrl)).text())
    })()
    for (const formToken of ['x', otherToken, ofOtherSession]) {
      const fields = { decision: 'approve', formToken }
      const refused = await member.browser.submit(asked.confirmUrl, fields)
      assert.equal(refused.status, 403)
      assert.include(await refused.text(), 'Nothing was decided')
    }
    const wrong = [{}, { decision: 'approve' }, { decision: 'maybe', formToken: otherToken }]
    for (const fields of wrong) {
      const refused = await member.browser.submit(
        asked.confirmUrl,
        fields as Record<string, string>
      )
      assert.equal(refused.status, 400)
    }
    const own = formTokenOf((await member.open(asked.confirmUrl)).html)
    const withoutCookie = await new Browser().submit(asked.confirmUrl, {
      decision: 'approve',
      formToken: own,
    })
    assert.equal(withoutCookie.status, 401)
    assert.include(await withoutCookie.text(), 'Nothing was decided')
    assert.equal(await statusOf(asked), 'pending')
  })

  test('a name cannot write into the page', async ({ assert }) => {
    const name = '<script>alert(1)</script>"&'
    const made = accepted(
      await member.client.post('/api/v1/api-keys', { name, permissions: 'full' })
    )
    const { asked } = await ask({ name }, Client.withToken(made.rawKey))
    const { html } = await member.open(asked.confirmUrl)
    assert.notInclude(html, '<script')
    assert.include(html, '&lt;script&gt;')
    assert.include(html, made.apiKey.id)
    assert.notInclude(html, made.rawKey)
  })
})
