import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { BrowserCookies } from '#modules/auth/http/browser_cookies'
import { BrowserSessions } from '#modules/auth/services/browser_sessions'
import { BrowserSignIn } from '#modules/auth/services/browser_sign_in'
import { VerifyIdToken } from '#modules/auth/services/verify_id_token'
import { AuthSettings, type AuthConfig } from '#modules/auth/settings'
import { Client } from '#tests/support/client'
import { withOperators } from '#tests/support/auth_settings'
import { newEmail } from '#tests/functional/auth/support/people'
import { Browser } from '#tests/functional/auth/support/browser'

const QUEUES = '/queues'

function jsonOf(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

test.group('auth | browser session', (group) => {
  group.each.teardown(() => app.container.restore(AccessControl))

  test('an operator page sends a browser to sign in and brings it back', async ({ assert }) => {
    const browser = new Browser()
    const email = newEmail()

    const guarded = await browser.open(`${QUEUES}?status=failed`)
    assert.equal(guarded.status, 303)
    const signIn = guarded.headers.get('location')!
    assert.equal(signIn, `/auth/sign-in?returnTo=${encodeURIComponent('/queues?status=failed')}`)

    const toProvider = await browser.open(signIn)
    assert.equal(toProvider.status, 303)
    const provider = new URL(toProvider.headers.get('location')!)
    assert.equal(provider.pathname, '/dev/identity/authorize')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.isAtLeast(provider.searchParams.get(name)!.length, 32)
    }
    assert.equal(provider.searchParams.get('code_challenge_method'), 'S256')

    const page = await browser.open(provider.href)
    assert.equal(page.status, 200)
    const html = await page.text()
    assert.include(html, '<label for="email">')
    assert.notInclude(html, '<script')

    const toCallback = await browser.submit(provider.href, { email, name: 'Ann' })
    assert.equal(toCallback.status, 303)
    const back = await browser.open(toCallback.headers.get('location')!)
    assert.equal(back.status, 303)
    assert.equal(back.headers.get('location'), '/queues?status=failed')

    assert.equal((await browser.open(`${QUEUES}?status=failed`)).status, 200)
  })

  test('cookies are out of reach of scripts and of other sites', async ({ assert }) => {
    const browser = new Browser()
    await browser.open('/auth/sign-in?returnTo=/queues')
    const [pending] = browser.lastCookies
    assert.match(pending!, /^svc_sign_in=.*Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/i)
    await browser.signIn('/auth/sign-in?returnTo=/queues', newEmail())
    const session = browser.lastCookies.find((line) => line.startsWith('svc_session='))
    assert.match(session!, /Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/i)
    assert.isUndefined(browser.cookie('svc_sign_in'))
    assert.notInclude(decodeURIComponent(session!), '@auth.example')
  })

  test('a program is refused by code instead of being redirected', async ({ client, assert }) => {
    const response = await client.get(QUEUES).header('accept', 'application/json')
    assert.equal(response.status(), 401)
    response.assertBodyContains({ success: false, error: { code: 'UNAUTHORIZED' } })
    assert.equal((await client.get(QUEUES).bearerToken('x')).status(), 401)
  })

  test('nobody is sent to another site after signing in: {$self}')
    .with(['//evil.example', '/\\evil.example', 'https://evil.example/', '/x/..//evil.example'])
    .run(async ({ assert }, returnTo) => {
      const browser = new Browser()
      const address = `/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`
      assert.equal((await browser.signIn(address, newEmail())).headers.get('location'), '/')
    })

  test('an answer that belongs to another browser signs nobody in', async ({ assert }) => {
    const [victim, attacker] = [new Browser(), new Browser()]
    const provider = await attacker.open('/auth/sign-in')
    const answer = await attacker.submit(provider.headers.get('location')!, {
      email: newEmail(),
      name: 'Attacker',
    })
    const callback = answer.headers.get('location')!

    assert.equal((await victim.open(callback)).status, 400)
    await victim.open('/auth/sign-in')
    const withOwnCookie = await victim.open(callback)
    assert.equal(withOwnCookie.status, 400)
    assert.isUndefined(victim.cookie('svc_session'))
    assert.include(await withOwnCookie.text(), 'Start again')
  })

  test('a callback works once', async ({ assert }) => {
    const browser = new Browser()
    const provider = await browser.open('/auth/sign-in')
    const pending = browser.cookie('svc_sign_in')!
    const answer = await browser.submit(provider.headers.get('location')!, {
      email: newEmail(),
      name: 'Ann',
    })
    const callback = answer.headers.get('location')!
    assert.equal((await browser.open(callback)).status, 303)
    const thief = new Browser()
    thief.setCookie('svc_sign_in', pending)
    assert.equal((await thief.open(callback)).status, 400)
  })

  test('a person who cancels at the provider can start again', async ({ assert }) => {
    const browser = new Browser()
    const provider = await browser.open('/auth/sign-in?returnTo=/queues')
    const { searchParams } = new URL(provider.headers.get('location')!)
    const issuer = encodeURIComponent(`${process.env.APP_URL}/dev/identity`)
    const response = await browser.open(
      `/auth/callback?error=access_denied&state=${searchParams.get('state')}&iss=${issuer}`
    )
    assert.equal(response.status, 400)
    const html = await response.text()
    assert.include(html, 'you cancelled')
    assert.include(html, '/auth/sign-in?returnTo=%2Fqueues')
  })

  test('a forged or damaged session cookie is no session', async ({ assert }) => {
    const browser = new Browser()
    await browser.signIn('/auth/sign-in', newEmail())
    const real = browser.cookie('svc_session')!
    for (const value of ['x', 'e%3Ax', `${real.slice(0, -4)}AAAA`, `s%3A${real}`]) {
      browser.setCookie('svc_session', value)
      assert.equal((await browser.open(QUEUES)).status, 303, value)
    }
    browser.setCookie('svc_session', real)
    assert.equal((await browser.open(QUEUES)).status, 200)
  })

  test('a session of another identity provider is no session here', async ({ assert }) => {
    const encryption = await app.container.make('encryption')
    const browser = new Browser()
    const { identityProvider } = await app.container.make(AuthSettings)
    const statusWith = async (issuer: string) => {
      const session = { id: 'brs_x', issuer, email: 'a@b.example', expiresAtMs: 9e15 }
      const sealed = encryption.encrypt(session, { purpose: 'svc_session' })
      browser.setCookie('svc_session', encodeURIComponent(`e:${sealed}`))
      return (await browser.open(QUEUES)).status
    }
    assert.equal(await statusWith(identityProvider.issuer), 200)
    assert.equal(await statusWith('https://former.example'), 303)
  })

  test('a person who is no operator is told what to do', async ({ assert }) => {
    const email = newEmail()
    await withOperators('boss@auth.example')
    const browser = new Browser()
    await browser.signIn('/auth/sign-in?returnTo=/queues', email)
    const page = await browser.open(QUEUES)
    assert.equal(page.status, 403)
    const html = await page.text()
    assert.include(html, email)
    assert.include(html, 'PLATFORM_ADMIN_EMAILS')
    const data = await browser.open(QUEUES, { headers: { accept: 'application/json' } })
    assert.equal(data.status, 403)
    assert.containSubset(await data.json(), { error: { code: 'FORBIDDEN' } })
  })

  test('a person on the list of operators is let in', async ({ assert }) => {
    const email = newEmail()
    await withOperators(`Boss@auth.example, ${email.toUpperCase()}`)
    const browser = new Browser()
    await browser.signIn('/auth/sign-in?returnTo=/queues', email)
    assert.equal((await browser.open(QUEUES)).status, 200)
  })

  test('signing out ends the session in this browser', async ({ assert }) => {
    const browser = new Browser()
    await browser.signIn('/auth/sign-in', newEmail())
    const out = await browser.submit('/auth/sign-out', {})
    assert.equal(out.status, 303)
    const page = await browser.open(out.headers.get('location')!)
    assert.include(await page.text(), 'You are signed out')
    assert.isUndefined(browser.cookie('svc_session'))
    assert.equal((await browser.open(QUEUES)).status, 303)
  })

  test('a cookie that was copied before signing out opens nothing any more', async ({ assert }) => {
    const [browser, thief] = [new Browser(), new Browser()]
    await browser.signIn('/auth/sign-in', newEmail())
    thief.setCookie('svc_session', browser.cookie('svc_session')!)
    const access = () =>
      thief.open('/auth/access', { method: 'POST', ...jsonOf({ orgName: 'Org' }) })
    const granted = (await (await access()).json()) as { data: { token: string } }
    const program = Client.withToken(granted.data.token)
    assert.equal((await program.get('/api/v1/auth/me')).status, 200)
    assert.equal((await thief.open(QUEUES)).status, 200)

    await browser.submit('/auth/sign-out', {})
    assert.equal((await thief.open(QUEUES)).status, 303)
    assert.equal((await access()).status, 401)
    assert.equal((await program.get('/api/v1/auth/me')).status, 401)
  })

  test('somebody else who signs in ends the session, the same keeps it', async ({ assert }) => {
    const [browser, copy] = [new Browser(), new Browser()]
    const email = newEmail()
    await browser.signIn('/auth/sign-in', email)
    copy.setCookie('svc_session', browser.cookie('svc_session')!)
    await browser.signIn('/auth/sign-in', email)
    assert.equal((await copy.open(QUEUES)).status, 200)
    await browser.signIn('/auth/sign-in', newEmail())
    assert.equal((await copy.open(QUEUES)).status, 303)
    assert.equal((await browser.open(QUEUES)).status, 200)
  })

  test('at an https address only the host itself can plant the cookies', async ({ assert }) => {
    const config = app.config.get<AuthConfig>('auth')
    const settings = new AuthSettings({ ...config, appUrl: 'https://pay.example' })
    const cookies = new BrowserCookies(settings, await app.container.make(BrowserSessions))
    const signIn = new BrowserSignIn(
      await app.container.make(VerifyIdToken),
      await app.container.make(AuthSettings),
      await app.container.make(Clock)
    )
    const ctx = await testUtils.createHttpContext()
    const { issuer } = settings.identityProvider
    const person = { issuer, subject: newEmail(), email: newEmail(), name: 'Ann' }
    cookies.keepPending(ctx, (await signIn.begin('/')).pending)
    await cookies.openSession(ctx, { ...person, authenticatedAtMs: null })
    const lines = [ctx.response.getHeader('set-cookie')].flat().map(String)
    const names = lines.map((line) => line.slice(0, line.indexOf('=')))
    assert.deepEqual(names, ['__Host-svc_sign_in', '__Host-svc_session'])
    for (const line of lines) {
      assert.match(line, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/i)
      assert.notMatch(line, /domain=/i)
    }
  })

  test('a form of another site, which brings no cookie, signs nobody out', async ({ assert }) => {
    const stranger = new Browser()
    assert.equal((await stranger.submit('/auth/sign-out', {})).status, 303)
    assert.isEmpty(stranger.lastCookies)
  })

  test('a page gets the host name its cookies will come back to', async ({ assert }) => {
    const { port } = new URL(process.env.APP_URL!)
    const { request } = await import('node:http')
    const location = await new Promise<string | undefined>((resolve, reject) => {
      const outgoing = request(
        {
          port,
          host: '127.0.0.1',
          path: '/auth/sign-in?returnTo=/queues',
          headers: { host: `localhost:${port}` },
        },
        (response) => resolve(response.resume().headers.location)
      )
      outgoing.on('error', reject).end()
    })
    assert.equal(location, `${process.env.APP_URL}/auth/sign-in?returnTo=%2Fqueues`)
  })

  test('pages allow no script, no frame and no other origin', async ({ assert }) => {
    const browser = new Browser()
    const page = await browser.open('/auth/signed-out')
    const policy = page.headers.get('content-security-policy')!
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "frame-ancestors 'none'")
    assert.notInclude(policy, 'unsafe')
    const styles = await browser.open('/assets/pages.css')
    assert.equal(styles.status, 200)
    assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8')
  })
})
