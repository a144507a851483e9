import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { test } from '@japa/runner'
import { Browser } from '#tests/functional/auth/support/browser'
import { newEmail, refusalOf } from '#tests/functional/auth/support/people'

const base = () => process.env.APP_URL!
const AUTHORIZE = '/dev/identity/authorize'
const TOKEN = '/dev/identity/token'

const verifier = randomBytes(32).toString('base64url')
const good = () => ({
  response_type: 'code',
  client_id: 'service',
  redirect_uri: 'http://localhost:5173/done?x=1',
  state: 'st&te',
  nonce: 'n1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

function authorizeUrl(changes: Record<string, string | undefined> = {}): string {
  const fields = Object.entries({ ...good(), ...changes }).filter(
    ([, value]) => value !== undefined
  )
  return `${AUTHORIZE}?${new URLSearchParams(fields as [string, string][])}`
}

async function code(browser: Browser): Promise<string> {
  const answer = await browser.submit(authorizeUrl(), { email: newEmail(), name: 'Ann' })
  return new URL(answer.headers.get('location')!).searchParams.get('code')!
}

const redemption = (value: string) => ({
  grant_type: 'authorization_code',
  code: value,
  redirect_uri: good().redirect_uri,
  client_id: 'service',
  code_verifier: verifier,
})

test.group('auth | development identity provider', () => {
  test('signs an ID token for anybody, bare', async ({ client, assert }) => {
    const email = newEmail()
    const response = await client.post(TOKEN).json({ email, name: 'Ann' })
    assert.equal(response.status(), 200)
    const body = response.body() as { idToken: string }
    assert.deepEqual(Object.keys(body), ['idToken'])
    const keys = createRemoteJWKSet(new URL(`${base()}/dev/identity/jwks.json`))
    const { payload } = await jwtVerify(body.idToken, keys, {
      issuer: `${base()}/dev/identity`,
      audience: 'service',
      algorithms: ['RS256'],
    })
    assert.containSubset(payload, { email, email_verified: true, name: 'Ann' })
  })

  test('one address is one person, two addresses are two', async ({ client, assert }) => {
    const subject = async (email: string) => {
      const response = await client.post(TOKEN).json({ email, name: 'Ann' })
      return decodeJwt((response.body() as { idToken: string }).idToken).sub
    }
    const email = newEmail()
    assert.equal(await subject(email), await subject(email.toUpperCase()))
    assert.notEqual(await subject(email), await subject(newEmail()))
  })

  test('wrong input names every field: {$self.fields}, number {$i}')
    .with([
      { body: {}, fields: ['email', 'name'] },
      { body: { email: 5, name: 5 }, fields: ['email', 'name'] },
      { body: { email: null, name: null }, fields: ['email', 'name'] },
      { body: { email: ['a@b.example'], name: {} }, fields: ['email', 'name'] },
      { body: { email: true, name: false }, fields: ['email', 'name'] },
      { body: { email: '', name: '' }, fields: ['email', 'name'] },
      { body: { email: 'nobody', name: '  ' }, fields: ['email', 'name'] },
      { body: { email: `${'x'.repeat(250)}@ex.example`, name: 'A' }, fields: ['email'] },
      { body: { email: 'a@ex.example', name: 'x'.repeat(101) }, fields: ['name'] },
      { body: { email: 'a@ex.example', name: 'a\u0000b' }, fields: ['name'] },
    ])
    .run(async ({ client, assert }, { body, fields }) => {
      const refusal = refusalOf(await client.post(TOKEN).json(body))
      assert.containSubset(refusal, { status: 400, code: 'VALIDATION_ERROR' })
      assert.deepEqual([...new Set(refusal.fields)], fields)
    })

  test('discovery points to endpoints that exist', async ({ client, assert }) => {
    const response = await client.get('/dev/identity/.well-known/openid-configuration')
    const metadata = response.body() as Record<string, string>
    assert.equal(metadata.issuer, `${base()}/dev/identity`)
    assert.equal((await fetch(metadata.jwks_uri!)).status, 200)
    const page = await fetch(
      metadata.authorization_endpoint! + authorizeUrl().slice(AUTHORIZE.length)
    )
    assert.equal(page.status, 200)
    const refused = await fetch(metadata.token_endpoint!, {
      method: 'POST',
      body: new URLSearchParams(redemption('unknown')),
    })
    assert.equal(refused.status, 400)
    assert.containSubset(await refused.json(), { error: 'invalid_grant' })
  })

  test('an application on this machine gets a code, and an ID token for it', async ({ assert }) => {
    const browser = new Browser()
    const email = newEmail()
    const answer = await browser.submit(authorizeUrl(), { email, name: 'Ann' })
    assert.equal(answer.status, 303)
    const location = new URL(answer.headers.get('location')!)
    assert.equal(location.origin + location.pathname, 'http://localhost:5173/done')
    assert.equal(location.searchParams.get('state'), 'st&te')
    assert.equal(location.searchParams.get('x'), '1')
    const fields = redemption(location.searchParams.get('code')!)
    const redeemed = await browser.submit('/dev/identity/oidc/token', fields)
    assert.equal(redeemed.status, 200)
    const { id_token: idToken } = (await redeemed.json()) as { id_token: string }
    assert.containSubset(decodeJwt(idToken), { email, nonce: 'n1', aud: 'service' })
  })

  test('a code works once, and only for whoever asked for it', async ({ assert }) => {
    const browser = new Browser()
    const redeem = async (changes: Record<string, string>) => {
      const fields = { ...redemption(await code(browser)), ...changes }
      const response = await browser.submit('/dev/identity/oidc/token', fields)
      return response.status
    }
    assert.equal(await redeem({ code_verifier: randomBytes(32).toString('base64url') }), 400)
    assert.equal(await redeem({ redirect_uri: 'http://localhost:5173/other' }), 400)
    assert.equal(await redeem({ code: 'made-up' }), 400)
    const used = await code(browser)
    assert.equal(await redeem({ code: used }), 200)
    assert.equal(await redeem({ code: used }), 400)
  })

  test('the page comes back with what was typed and says what is wrong', async ({ assert }) => {
    const browser = new Browser()
    const typed = { email: '"><script>alert(1)</script>', name: '' }
    const response = await browser.submit(authorizeUrl(), typed)
    assert.equal(response.status, 400)
    const html = await response.text()
    assert.notInclude(html, '<script>')
    assert.include(html, 'aria-describedby=email-problem')
    assert.include(html, 'id="name-problem"')
  })

  test('the page lets its form end at the application, and nowhere else', async ({ assert }) => {
    const page = await new Browser().open(authorizeUrl())
    const policy = page.headers.get('content-security-policy')!
    assert.include(policy, "form-action 'self' http://localhost:5173;")
    assert.equal((await page.text()).match(/<form/g)?.length, 1)
  })

  test('a request that is not one of ours is never answered with a redirect, number {$i}')
    .with([
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: undefined },
      { client_id: 'other' },
      { client_id: undefined },
      { response_type: 'token' },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { state: 'x'.repeat(2000) },
    ])
    .run(async ({ assert }, changes) => {
      const browser = new Browser()
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? { body: new URLSearchParams({ email: newEmail() }) } : {}
        const page = await browser.open(authorizeUrl(changes), { method, ...body })
        assert.equal(page.status, 400)
        assert.isNull(page.headers.get('location'))
        const headers = { accept: 'application/json' }
        const answer = await browser.open(authorizeUrl(changes), { method, ...body, headers })
        assert.containSubset(await answer.json(), { error: { code: 'VALIDATION_ERROR' } })
      }
    })

  test('explains itself', async ({ assert }) => {
    const page = await new Browser().open('/dev/identity')
    assert.equal(page.status, 200)
    assert.include(await page.text(), '/dev/identity/token')
  })
})
