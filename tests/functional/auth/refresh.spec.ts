import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { atOnce } from '#tests/support/client'
import app from '@adonisjs/core/services/app'
import { PurgeExpired } from '#modules/auth/services/purge_expired'
import { dataOf, refusalOf, signIn, type SignedIn } from '#tests/functional/auth/support/people'
import { readRows, writeRows } from '#tests/support/rows'

const REFRESH = '/api/v1/auth/refresh'
const LOGOUT = '/api/v1/auth/logout'
const NOT_VALID = { status: 401, code: 'UNAUTHORIZED' }

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

test.group('auth | refresh', () => {
  test('a refresh gives new tokens that work and ends the old one', async ({ client, assert }) => {
    const session = await signIn(client)
    const response = await client.post(REFRESH).json({ refreshToken: session.refreshToken })
    assert.equal(response.status(), 200)
    const next = dataOf<SignedIn>(response)
    assert.deepEqual(Object.keys(next).sort(), ['expiresAt', 'refreshToken', 'token'])
    assert.notEqual(next.token, session.token)
    assert.notEqual(next.refreshToken, session.refreshToken)
    for (const { token } of [session, next]) {
      const me = await client.get('/api/v1/auth/me').bearerToken(token)
      assert.deepEqual(dataOf(me), session.builder)
    }
    const third = await client.post(REFRESH).json({ refreshToken: next.refreshToken })
    assert.equal(third.status(), 200)
  })

  test('a used token that comes back ends the whole family', async ({ client, assert }) => {
    const { refreshToken } = await signIn(client)
    const next = dataOf<SignedIn>(await client.post(REFRESH).json({ refreshToken }))
    const reused = await client.post(REFRESH).json({ refreshToken })
    assert.containSubset(refusalOf(reused), NOT_VALID)
    const heir = await client.post(REFRESH).json({ refreshToken: next.refreshToken })
    assert.containSubset(refusalOf(heir), NOT_VALID)
  })

  test('the end of one family leaves the other sign-ins alone', async ({ client, assert }) => {
    const first = await signIn(client)
    const second = await signIn(client, first.builder.email)
    await client.post(REFRESH).json({ refreshToken: first.refreshToken })
    await client.post(REFRESH).json({ refreshToken: first.refreshToken })
    const response = await client.post(REFRESH).json({ refreshToken: second.refreshToken })
    assert.equal(response.status(), 200)
  })

  test('of many refreshes with one token exactly one succeeds', async ({ client, assert }) => {
    const { refreshToken } = await signIn(client)
    const responses = await atOnce(8, () => client.post(REFRESH).json({ refreshToken }))
    const statuses = responses.map((response) => response.status()).sort()
    assert.deepEqual(statuses, [200, 401, 401, 401, 401, 401, 401, 401])
  })

  test('the database never holds a refresh token itself', async ({ client, assert }) => {
    const { refreshToken } = await signIn(client)
    const rows =
      await readRows`SELECT * FROM refresh_tokens WHERE token_hash = ${hashOf(refreshToken)}`
    assert.lengthOf(rows, 1)
    assert.notInclude(JSON.stringify(rows), refreshToken.slice(7))
  })

  test('a token older than 30 days is refused', async ({ client, assert }) => {
    const { refreshToken } = await signIn(client)
    const [row] = await readRows`SELECT DATEDIFF(expires_at, created_at) AS days FROM refresh_tokens
          WHERE token_hash = ${hashOf(refreshToken)}`
    assert.equal(Number(row?.days), 30)
    await writeRows`UPDATE refresh_tokens SET expires_at = UTC_TIMESTAMP(6)
        WHERE token_hash = ${hashOf(refreshToken)}`
    assert.containSubset(refusalOf(await client.post(REFRESH).json({ refreshToken })), NOT_VALID)
  })

  test('expired tokens are forgotten, living ones are not', async ({ client, assert }) => {
    const [expired, living] = [await signIn(client), await signIn(client)]
    await writeRows`UPDATE refresh_tokens SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND
        WHERE token_hash = ${hashOf(expired.refreshToken)}`
    const purge = await app.container.make(PurgeExpired)
    assert.isAtLeast(await purge.run('refresh_tokens'), 1)
    assert.equal(await purge.run('refresh_tokens'), 0)
    const rows = await readRows`SELECT token_hash FROM refresh_tokens
          WHERE token_hash IN (${[hashOf(expired.refreshToken), hashOf(living.refreshToken)]})`
    const hashes = rows.map(({ token_hash: hash }) => hash.toString('hex'))
    assert.deepEqual(hashes, [hashOf(living.refreshToken).toString('hex')])
  })

  test('a former identity provider’s sign-in is not refreshed', async ({ client, assert }) => {
    const { refreshToken, builder } = await signIn(client)
    await writeRows`UPDATE builders SET issuer = ${'https://former.example'}
        WHERE id = ${builder.id}`
    assert.containSubset(refusalOf(await client.post(REFRESH).json({ refreshToken })), NOT_VALID)
  })

  test('an unknown or malformed token is refused: {$self}')
    .with(['x', `svc_rt_${'A'.repeat(43)}`, `svc_rt_${'A'.repeat(44)}`, 'svc_rt_', "' OR 1=1 --"])
    .run(async ({ client, assert }, refreshToken) => {
      assert.containSubset(refusalOf(await client.post(REFRESH).json({ refreshToken })), NOT_VALID)
    })

  test('wrong input is a validation error, number {$i}')
    .with([undefined, null, '', 5, true, ['x'], {}, 'x'.repeat(129)])
    .run(async ({ client, assert }, refreshToken) => {
      for (const path of [REFRESH, LOGOUT]) {
        const refusal = refusalOf(await client.post(path).json({ refreshToken }))
        assert.containSubset(refusal, { status: 400, code: 'VALIDATION_ERROR' })
        assert.deepEqual(refusal.fields, ['refreshToken'])
      }
    })
})

test.group('auth | log out', () => {
  test('the refresh token and its heirs end, an access token lives', async ({ client, assert }) => {
    const { token, refreshToken } = await signIn(client)
    const next = dataOf<SignedIn>(await client.post(REFRESH).json({ refreshToken }))
    const response = await client.post(LOGOUT).json({ refreshToken: next.refreshToken })
    assert.equal(response.status(), 200)
    assert.deepEqual(response.body(), { success: true, data: { loggedOut: true } })
    const refreshed = await client.post(REFRESH).json({ refreshToken: next.refreshToken })
    assert.containSubset(refusalOf(refreshed), NOT_VALID)
    assert.equal((await client.get('/api/v1/auth/me').bearerToken(token)).status(), 200)
  })

  test('the answer never tells whether the token was good', async ({ client, assert }) => {
    const { refreshToken } = await signIn(client)
    const tokens = [refreshToken, refreshToken, `svc_rt_${'A'.repeat(43)}`, 'nonsense']
    for (const each of tokens) {
      const response = await client.post(LOGOUT).json({ refreshToken: each })
      assert.equal(response.status(), 200)
      assert.deepEqual(response.body(), { success: true, data: { loggedOut: true } })
    }
  })

  test('a log-out during a refresh leaves no living token', async ({ client, assert }) => {
    const { refreshToken } = await signIn(client)
    const [refreshed] = await Promise.all([
      client.post(REFRESH).json({ refreshToken }),
      client.post(LOGOUT).json({ refreshToken }),
    ])
    if (refreshed.status() !== 200) return
    const heir = dataOf<SignedIn>(refreshed).refreshToken
    const refused = refusalOf(await client.post(REFRESH).json({ refreshToken: heir }))
    assert.containSubset(refused, NOT_VALID)
  })
})
