import { test } from '@japa/runner'
import { newEmail } from '#tests/functional/auth/support/people'
import { Browser } from '#tests/functional/auth/support/browser'
import { Client, accepted, type AnyData } from '#tests/support/client'

async function signedIn(email = newEmail()): Promise<Browser> {
  const browser = new Browser()
  await browser.signIn('/auth/sign-in?returnTo=/console', email)
  return browser
}

async function ask(browser: Browser, body: unknown = {}, headers: Record<string, string> = {}) {
  const answer = await browser.open('/auth/access', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'accept': 'application/json', 'content-type': 'application/json', ...headers },
  })
  return { status: answer.status, ...((await answer.json()) as AnyData) }
}

test.group('auth | access from a browser', () => {
  test('a person signed in gets a token of theirs, but no refresh token', async ({ assert }) => {
    const email = newEmail()
    const api = await Client.signIn(email)
    const { data } = await ask(await signedIn(email))
    assert.sameMembers(Object.keys(data), ['token', 'expiresAt', 'builder'])
    const own = accepted(await Client.withToken(data.token).get('/api/v1/auth/me'))
    assert.deepEqual(own, accepted(await api.get('/api/v1/auth/me')))
    assert.deepEqual(data.builder, own)
  })

  test('somebody new names an organization, once in two windows at once', async ({ assert }) => {
    const browser = await signedIn()
    const { status, error } = await ask(browser)
    assert.deepEqual([status, error.code], [400, 'new_account_requires_org'])
    const windows = await Promise.all([1, 2, 3].map(() => ask(browser, { orgName: 'New Org' })))
    const orgs = new Set(windows.map(({ data }) => data.builder.orgId))
    assert.equal(orgs.size, 1, 'expected one organization')
    assert.equal((await ask(browser)).data.builder.orgName, 'New Org')
  })

  test('every token is in the audit log', async ({ assert }) => {
    const { data } = await ask(await signedIn(), { orgName: 'Audited' })
    const query = { eventType: 'sign_in' }
    const log = await Client.withToken(data.token).get('/api/v1/auth/audit', query)
    const { browser, sessionId } = accepted(log).entries[0].details
    assert.isTrue(browser)
    assert.match(sessionId, /^brs_/)
  })

  test('without a session, or from another site, there is none', async ({ assert }) => {
    const nobody = await ask(new Browser())
    assert.deepEqual([nobody.status, nobody.error.code], [401, 'UNAUTHORIZED'])
    const browser = await signedIn()
    for (const from of ['cross-site', 'same-site', 'none']) {
      const { status, error } = await ask(browser, {}, { 'sec-fetch-site': from })
      assert.deepEqual([status, error.code], [403, 'FORBIDDEN'], from)
    }
    const own = await ask(browser, { orgName: 'Own' }, { 'sec-fetch-site': 'same-origin' })
    assert.equal(own.status, 200)
  })

  test('an organization name that is none is named', async ({ assert }) => {
    const browser = await signedIn()
    for (const orgName of ['', '   ', 'x'.repeat(101), 7, ['a'], {}]) {
      const { status, error } = await ask(browser, { orgName })
      assert.equal(status, 400, JSON.stringify(orgName))
      assert.equal(error.details.fields[0].field, 'orgName')
    }
  })

  test('a changed session is none', async ({ assert }) => {
    const browser = await signedIn()
    browser.setCookie('svc_session', `${browser.cookie('svc_session')}x`)
    assert.equal((await ask(browser)).status, 401)
  })
})
