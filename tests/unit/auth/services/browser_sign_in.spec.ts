import { test } from '@japa/runner'
import { ServiceError } from '#app/http/errors/service_error'
import { BrowserSignIn, SignInUnfinished } from '#modules/auth/services/browser_sign_in'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { VerifyIdToken } from '#modules/auth/services/verify_id_token'
import { Issuer } from '#tests/unit/auth/support/issuer'

/** What went wrong, in one word. */
async function outcome(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason
  )
  if (error instanceof ServiceError) return error.code
  if (error instanceof SignInUnfinished) return error.reason
  return error === null ? 'fine' : String(error)
}

test.group('auth | browser sign-in', (group) => {
  let issuer: Issuer
  let signIn: BrowserSignIn

  function answerDiscovery() {
    const { url } = issuer
    const body = JSON.stringify({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
    })
    issuer.fault = { status: 200, body }
  }

  group.each.setup(async () => {
    issuer = await Issuer.open('RS256')
    const { settings, clock } = issuer
    const verify = new VerifyIdToken(new IdentityKeys(settings), settings, clock)
    signIn = new BrowserSignIn(verify, settings, clock)
    return () => issuer.close()
  })

  test('an undiscovered provider is an outage; the next attempt asks again', async ({ assert }) => {
    for (const fault of [
      { status: 500, body: 'oops' },
      { status: 200, body: '<html>' },
      'hang',
    ] as const) {
      issuer.fault = fault
      assert.equal(await outcome(signIn.begin('/')), 'IDENTITY_PROVIDER_UNAVAILABLE')
    }
    answerDiscovery()
    assert.containSubset(await signIn.begin('/'), { location: { origin: issuer.url } })
    const asked = issuer.requests
    await signIn.begin('/')
    assert.equal(issuer.requests, asked)
  })

  test('every sign-in has secrets of its own', async ({ assert }) => {
    answerDiscovery()
    const [one, other] = [await signIn.begin('/'), await signIn.begin('/')]
    for (const secret of ['state', 'nonce', 'codeVerifier'] as const) {
      assert.notEqual(one.pending[secret], other.pending[secret])
    }
    assert.notInclude(one.location.href, one.pending.codeVerifier)
  })

  test('coming back too late, or without having left, begins anew', async ({ assert }) => {
    answerDiscovery()
    const { pending } = await signIn.begin('/')
    assert.equal(await outcome(signIn.finish('?code=c', null)), 'expired')
    issuer.clock.advanceMs(600_000)
    assert.equal(await outcome(signIn.finish(`?code=c&state=${pending.state}`, pending)), 'expired')
  })

  test('a refusal of the provider is told apart from its failure', async ({ assert }) => {
    answerDiscovery()
    const { pending } = await signIn.begin('/')
    const finish = (query: string) => outcome(signIn.finish(query, pending))
    const good = `?code=c&state=${pending.state}`
    assert.equal(await finish(`?error=access_denied&state=${pending.state}`), 'declined')
    // Asking the provider would end in an outage: a wrong state never gets that far.
    issuer.fault = { status: 502, body: 'bad gateway' }
    assert.equal(await finish('?code=c&state=another'), 'refused')
    assert.equal(await finish('?code=c'), 'refused')
    assert.equal(await finish(good), 'IDENTITY_PROVIDER_UNAVAILABLE')
    issuer.fault = { status: 400, body: '{"error":"invalid_grant"}' }
    assert.equal(await finish(good), 'refused')
    issuer.fault = { status: 503, body: '{"error":"temporarily_unavailable"}' }
    assert.equal(await finish(good), 'IDENTITY_PROVIDER_UNAVAILABLE')
    issuer.fault = 'hang'
    assert.equal(await finish(good), 'IDENTITY_PROVIDER_UNAVAILABLE')
  })

  test('an ID token for another sign-in of the same person is refused', async ({ assert }) => {
    answerDiscovery()
    const { pending } = await signIn.begin('/')
    const iat = Math.floor(Date.now() / 1000)
    const answerWith = async (nonce: string) => {
      const idToken = await issuer.idToken({ nonce, iat, exp: iat + 60 })
      const body = JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken })
      issuer.fault = { status: 200, body }
      return outcome(signIn.finish(`?code=c&state=${pending.state}`, pending))
    }
    assert.equal(await answerWith('of-another-sign-in'), 'refused')
    // The right one passes on to the check of its signature, which finds no keys in that answer.
    assert.equal(await answerWith(pending.nonce), 'IDENTITY_PROVIDER_UNAVAILABLE')
  })
})
