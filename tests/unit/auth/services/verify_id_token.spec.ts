import { generateKeyPair } from 'jose'
import { test } from '@japa/runner'
import { ServiceError } from '#app/http/errors/service_error'
import { IdentityKeys } from '#modules/auth/services/identity_keys'
import { VerifyIdToken } from '#modules/auth/services/verify_id_token'
import { AUDIENCE, Issuer } from '#tests/unit/auth/support/issuer'

async function refusal(work: () => Promise<unknown>): Promise<ServiceError> {
  const outcome: unknown = await work().catch((error: unknown) => error)
  if (outcome instanceof ServiceError) return outcome
  throw new Error('The token was not refused by a catalogue code', { cause: outcome })
}

test.group('auth | verify_id_token', (group) => {
  let issuer: Issuer
  let verify: VerifyIdToken

  function verifierOf(provider: Issuer) {
    const { settings } = provider
    return new VerifyIdToken(new IdentityKeys(settings), settings, provider.clock)
  }

  group.each.setup(async () => {
    issuer = await Issuer.open()
    verify = verifierOf(issuer)
    return () => issuer.close()
  })

  test('accepts tokens of every allowed algorithm')
    .with(['RS256', 'ES256', 'EdDSA'])
    .run(async ({ assert }, algorithm) => {
      const other = await Issuer.open(algorithm)
      assert.equal((await verifierOf(other).run(await other.idToken())).email, 'ann@ex.example')
      await other.close()
    })

  test('asks for the keys once for many tokens', async ({ assert }) => {
    for (let index = 0; index < 5; index++) await verify.run(await issuer.idToken())
    assert.equal(issuer.requests, 1)
  })

  test('refuses an algorithm that is not on the list', async ({ assert }) => {
    const other = await Issuer.open('PS256')
    const error = await refusal(async () => verifierOf(other).run(await other.idToken()))
    assert.deepEqual([error.code, error.details], ['UNAUTHORIZED', { reason: 'malformed' }])
    await other.close()
  })

  test('tells what is wrong: {reason}, number {$i}')
    .with([
      { changes: { exp: 1 }, reason: 'expired' },
      { changes: { exp: undefined }, reason: 'claims' },
      { changes: { iat: undefined }, reason: 'claims' },
      { changes: { iss: 'https://evil.example' }, reason: 'issuer' },
      { changes: { iss: undefined }, reason: 'issuer' },
      { changes: { aud: 'another-app' }, reason: 'audience' },
      { changes: { aud: undefined }, reason: 'audience' },
      { changes: { aud: [AUDIENCE, 'another-app'] }, reason: 'audience' },
      { changes: { sub: undefined }, reason: 'claims' },
      { changes: { email: undefined }, reason: 'email' },
      { changes: { email_verified: false }, reason: 'email_not_verified' },
      { changes: { email_verified: 'true' }, reason: 'email_not_verified' },
      { changes: { nbf: 99_999_999_999 }, reason: 'claims' },
    ])
    .run(async ({ assert }, { changes, reason }) => {
      const token = await issuer.idToken(changes)
      const error = await refusal(() => verify.run(token))
      assert.deepEqual([error.code, error.details], ['UNAUTHORIZED', { reason }])
    })

  test('an expired token is worthless, small clock differences aside', async ({ assert }) => {
    const token = await issuer.idToken()
    issuer.clock.advanceMs(64_000)
    await verify.run(token)
    issuer.clock.advanceMs(2000)
    assert.deepEqual((await refusal(() => verify.run(token))).details, { reason: 'expired' })
  })

  test('a long-lived token is worthless ten minutes after it was issued', async ({ assert }) => {
    const token = await issuer.idToken({ exp: issuer.nowSeconds + 3600 })
    issuer.clock.advanceMs(604_000)
    await verify.run(token)
    issuer.clock.advanceMs(2000)
    const error = await refusal(() => verify.run(token))
    assert.deepEqual([error.code, error.details], ['UNAUTHORIZED', { reason: 'too_old' }])
    assert.include(error.message, 'more than 10 minutes ago')
    const ahead = await issuer.idToken({
      iat: issuer.nowSeconds + 60,
      exp: issuer.nowSeconds + 120,
    })
    assert.deepEqual((await refusal(() => verify.run(ahead))).details, { reason: 'claims' })
  })

  test('a fresh sign-in is proved by auth_time: {said}')
    .with([
      { said: 'nothing', ago: null, fresh: false },
      { said: 'text', ago: 'now', fresh: false },
      { said: 'ten minutes and the tolerance ago', ago: 605, fresh: true },
      { said: 'longer ago', ago: 606, fresh: false },
      { said: 'now', ago: 0, fresh: true },
    ])
    .run(async ({ assert }, { ago, fresh }) => {
      const time = typeof ago === 'number' ? issuer.nowSeconds - ago : ago
      const token = await issuer.idToken({ auth_time: time ?? undefined })
      const { authenticatedAtMs } = await verify.run(token)
      assert.equal(authenticatedAtMs, typeof time === 'number' ? time * 1000 : null)
      if (fresh) return assert.isOk(await verify.run(token, { fresh: true }))
      const error = await refusal(() => verify.run(token, { fresh: true }))
      assert.deepEqual(error.details, { reason: 'sign_in_too_old' })
    })

  test('a key of somebody else under our key id does not sign', async ({ assert }) => {
    const { privateKey } = await generateKeyPair('ES256')
    const error = await refusal(async () => verify.run(await issuer.idToken({}, privateKey)))
    assert.deepEqual(error.details, { reason: 'signature' })
  })

  test('keys that cannot be fetched are an outage and not a bad token, number {$i}')
    .with([
      { status: 500, body: 'oops' },
      { status: 404, body: '{}' },
      { status: 302, body: '' },
      { status: 200, body: 'not json' },
      { status: 200, body: '{"keys":5}' },
    ])
    .run(async ({ assert }, fault) => {
      issuer.fault = fault
      const token = await issuer.idToken()
      assert.equal((await refusal(() => verify.run(token))).code, 'IDENTITY_PROVIDER_UNAVAILABLE')
      issuer.fault = null
      await verify.run(token)
    })

  test('a provider that is gone or hangs is an outage', async ({ assert }) => {
    const token = await issuer.idToken()
    issuer.fault = 'hang'
    assert.equal((await refusal(() => verify.run(token))).code, 'IDENTITY_PROVIDER_UNAVAILABLE')
    await issuer.close()
    const gone = await refusal(() => verifierOf(issuer).run(token))
    assert.equal(gone.code, 'IDENTITY_PROVIDER_UNAVAILABLE')
    issuer = await Issuer.open()
  })
})
