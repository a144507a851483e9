import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { AccessTokenKeys } from '#modules/auth/services/key_ring'
import {
  dataOf,
  NOBODY,
  forgedAccessToken,
  idTokenOf,
  newEmail,
  refusalOf,
  signIn,
  withoutSignature,
} from '#tests/functional/auth/support/people'
import { readRows } from '#tests/support/rows'

const ME = '/api/v1/auth/me'
const NOT_VALID = { success: false, status: 401, code: 'UNAUTHORIZED' }

test.group('auth | access token', () => {
  test('anybody can check a token with the published keys', async ({ client, assert }) => {
    const { token, builder } = await signIn(client)
    const url = process.env.APP_URL!
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url))
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: url,
      audience: url,
      algorithms: ['EdDSA'],
    })
    assert.isString(protectedHeader.kid)
    assert.containSubset(payload, { typ: 'builder', sub: builder.id, org: builder.orgId })
    assert.equal(payload.exp! - payload.iat!, 900)
  })

  test('published keys are public only', async ({ client, assert }) => {
    const response = await client.get('/.well-known/jwks.json')
    const { keys } = response.body() as { keys: Record<string, unknown>[] }
    assert.isNotEmpty(keys)
    for (const key of keys) {
      assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    }
  })

  test('a missing or malformed credential is refused: {$self}')
    .with(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer not.a.token', 'Token x'])
    .run(async ({ client, assert }, header) => {
      const response = await client.get(ME).header('authorization', header)
      assert.containSubset(refusalOf(response), NOT_VALID)
      assert.equal(response.header('www-authenticate'), 'Bearer')
    })

  test('no header at all is refused', async ({ client, assert }) => {
    assert.containSubset(refusalOf(await client.get(ME)), NOT_VALID)
  })

  test('a token with the right claims is accepted', async ({ client, assert }) => {
    const { builder } = await signIn(client)
    const response = await client.get(ME).bearerToken(await forgedAccessToken(builder))
    assert.deepEqual(dataOf(response), builder)
  })

  test('a token with wrong claims is refused, number {$i}')
    .with([
      { exp: Math.floor(Date.now() / 1000) - 1 },
      { exp: undefined },
      { iat: undefined },
      { iss: 'https://evil.example' },
      { aud: 'https://evil.example' },
      { typ: undefined },
      { typ: 'scoped' },
      { typ: 'step_up' },
      { sub: undefined },
      { sub: 'user-1' },
      { org: undefined },
    ])
    .run(async ({ client, assert }, changes) => {
      const { builder } = await signIn(client)
      const token = await forgedAccessToken(builder, changes)
      assert.containSubset(refusalOf(await client.get(ME).bearerToken(token)), NOT_VALID)
    })

  test('an expired token says how to get a new one', async ({ client, assert }) => {
    const token = await forgedAccessToken(NOBODY, { exp: Math.floor(Date.now() / 1000) - 1 })
    assert.include((await client.get(ME).bearerToken(token)).text(), 'POST /api/v1/auth/refresh')
  })

  test('a good token believed before does not lend its trust', async ({ client, assert }) => {
    const { token } = await signIn(client)
    const other = await signIn(client)
    assert.equal((await client.get(ME).bearerToken(token)).status(), 200)
    const [header, payload, signature] = token.split('.')
    const tampered = [
      `${header}.${other.token.split('.')[1]}.${signature}`,
      `${header}.${payload}.${other.token.split('.')[2]}`,
      `${header}.${payload}.`,
      withoutSignature(token),
      await idTokenOf(client, newEmail()),
    ]
    for (const each of tampered) {
      assert.containSubset(refusalOf(await client.get(ME).bearerToken(each)), NOT_VALID)
    }
  })

  test('a token of an account that is gone has no profile', async ({ client, assert }) => {
    const token = await forgedAccessToken(NOBODY)
    assert.containSubset(refusalOf(await client.get(ME).bearerToken(token)), NOT_VALID)
  })

  test('a rotation of keys interrupts nobody', async ({ client, assert }) => {
    const before = await signIn(client)
    const ace = await app.container.make('ace')
    assert.equal((await ace.exec('auth:rotate-keys', [])).exitCode, 0)
    const after = await signIn(client)
    assert.notEqual(decodeProtectedHeader(before.token).kid, decodeProtectedHeader(after.token).kid)
    const { keys } = (await client.get('/.well-known/jwks.json')).body() as {
      keys: { kid: string }[]
    }
    assert.equal(keys[0]?.kid, decodeProtectedHeader(after.token).kid)
    assert.isTrue(keys.some(({ kid }) => kid === decodeProtectedHeader(before.token).kid))
    for (const { token, builder } of [before, after]) {
      const me = await client.get(ME).bearerToken(token)
      assert.deepEqual(dataOf(me), builder)
    }
  })

  test('private keys lie encrypted in the database', async ({ assert }) => {
    const keys = await app.container.make(AccessTokenKeys)
    await keys.signing()
    const rows = await readRows`SELECT sealed_private_jwk, public_jwk FROM token_keys`
    assert.isNotEmpty(rows)
    for (const row of rows) {
      assert.notInclude(row.sealed_private_jwk, '"d"')
      assert.notProperty(JSON.parse(row.public_jwk), 'd')
    }
  })
})
