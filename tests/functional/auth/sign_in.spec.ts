import { test } from '@japa/runner'
import { atOnce } from '#tests/support/client'
import {
  dataOf,
  forgedAccessToken,
  forgedIdToken,
  idTokenOf,
  newEmail,
  refusalOf,
  signIn,
  withoutSignature,
  type SignedIn,
} from '#tests/functional/auth/support/people'
import { readRows } from '#tests/support/rows'

const PATH = '/api/v1/auth/google'

test.group('auth | sign in', () => {
  test('the first sign-in makes an organization and its owner', async ({ client, assert }) => {
    const email = newEmail()
    const googleIdToken = await idTokenOf(client, email)
    const response = await client.post(PATH).json({ googleIdToken, orgName: '  Ann & Co  ' })
    assert.equal(response.status(), 200)
    const { token, refreshToken, expiresAt, builder } = dataOf<SignedIn>(response)
    assert.deepEqual(Object.keys(builder).sort(), ['email', 'id', 'orgId', 'orgName', 'role'])
    assert.containSubset(builder, { email, orgName: 'Ann & Co', role: 'owner' })
    assert.match(builder.id, /^bld_[0-9a-z]{26}$/)
    assert.match(builder.orgId, /^org_[0-9a-z]{26}$/)
    assert.match(refreshToken, /^svc_rt_[\w-]{43}$/)
    assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.approximately(Date.parse(expiresAt) - Date.now(), 15 * 60_000, 5000)
    assert.equal(response.header('cache-control'), 'no-store')
    const me = await client.get('/api/v1/auth/me').bearerToken(token)
    assert.deepEqual(dataOf(me), builder)
  })

  test('a first sign-in asks for an organization, and makes none', async ({ client, assert }) => {
    const email = newEmail()
    const googleIdToken = await idTokenOf(client, email)
    for (const orgName of [undefined, null]) {
      const response = await client.post(PATH).json({ googleIdToken, orgName })
      assert.containSubset(refusalOf(response), { status: 400, code: 'new_account_requires_org' })
    }
    assert.lengthOf(await readRows`SELECT id FROM builders WHERE email = ${email}`, 0)
  })

  test('later sign-ins find the account, in any case of letters', async ({ client, assert }) => {
    const email = newEmail()
    const { builder } = await signIn(client, email)
    const googleIdToken = await idTokenOf(client, email.toUpperCase())
    const plain = await client.post(PATH).json({ googleIdToken })
    assert.deepEqual(dataOf<SignedIn>(plain).builder, builder)
    const renamed = await client.post(PATH).json({ googleIdToken, orgName: 'Another' })
    assert.deepEqual(dataOf<SignedIn>(renamed).builder, builder)
  })

  test('ten first sign-ins of one person at once make one account', async ({ client, assert }) => {
    const email = newEmail()
    const googleIdToken = await idTokenOf(client, email)
    const orgName = `Race ${email}`
    const responses = await atOnce(10, () => client.post(PATH).json({ googleIdToken, orgName }))
    assert.deepEqual([...new Set(responses.map((response) => response.status()))], [200])
    const builders = responses.map((response) => dataOf<SignedIn>(response).builder)
    assert.equal(new Set(builders.map(({ id, orgId }) => `${id} ${orgId}`)).size, 1)
    assert.lengthOf(await readRows`SELECT id FROM organizations WHERE name = ${orgName}`, 1)
  })

  test('an address of another identity is not taken over', async ({ client, assert }) => {
    const { builder } = await signIn(client)
    const googleIdToken = await forgedIdToken({ sub: 'somebody-else', email: builder.email })
    const response = await client.post(PATH).json({ googleIdToken, orgName: 'Taken' })
    assert.containSubset(refusalOf(response), { status: 409, code: 'CONFLICT' })
  })

  test('a person with a new address keeps the account', async ({ client, assert }) => {
    const [first, second] = [newEmail(), newEmail()]
    const sub = `moves-${first}`
    const before = await client
      .post(PATH)
      .json({ googleIdToken: await forgedIdToken({ sub, email: first }), orgName: 'Moves' })
    const after = await client
      .post(PATH)
      .json({ googleIdToken: await forgedIdToken({ sub, email: second }) })
    assert.equal(dataOf<SignedIn>(after).builder.id, dataOf<SignedIn>(before).builder.id)
    assert.equal(dataOf<SignedIn>(after).builder.email, second)
  })

  test('an ID token that is {reason} signs nobody in')
    .with([
      { reason: 'expired', claims: { exp: Math.floor(Date.now() / 1000) - 60 } },
      { reason: 'issuer', claims: { iss: 'https://accounts.evil.example' } },
      { reason: 'audience', claims: { aud: 'another-application' } },
      { reason: 'email_not_verified', claims: { email_verified: false } },
      { reason: 'email_not_verified', claims: { email_verified: undefined } },
    ])
    .run(async ({ client, assert }, { reason, claims }) => {
      const googleIdToken = await forgedIdToken(claims)
      const response = await client.post(PATH).json({ googleIdToken, orgName: 'Never' })
      assert.containSubset(refusalOf(response), { status: 401, code: 'UNAUTHORIZED', reason })
    })

  test('a token tampered with, unsigned or ours signs nobody in', async ({ client, assert }) => {
    const good = await idTokenOf(client, newEmail())
    const [header, , signature] = good.split('.')
    const other = (await idTokenOf(client, newEmail())).split('.')[1]
    const { token, builder } = await signIn(client)
    const tokens = [
      `${header}.${other}.${signature}`,
      withoutSignature(good),
      token,
      await forgedAccessToken(builder),
      'not-a-token',
      'a.b.c',
      good.slice(0, -2),
    ]
    for (const googleIdToken of tokens) {
      const response = await client.post(PATH).json({ googleIdToken, orgName: 'Never' })
      assert.containSubset(refusalOf(response), { status: 401, code: 'UNAUTHORIZED' })
    }
  })

  test('wrong input names every field: {$self.fields}')
    .with([
      { body: {}, fields: ['googleIdToken'] },
      { body: { googleIdToken: '' }, fields: ['googleIdToken'] },
      { body: { googleIdToken: null }, fields: ['googleIdToken'] },
      { body: { googleIdToken: 5, orgName: 5 }, fields: ['googleIdToken', 'orgName'] },
      { body: { googleIdToken: ['x'], orgName: ['x'] }, fields: ['googleIdToken', 'orgName'] },
      { body: { googleIdToken: {}, orgName: {} }, fields: ['googleIdToken', 'orgName'] },
      { body: { googleIdToken: true, orgName: true }, fields: ['googleIdToken', 'orgName'] },
      { body: { googleIdToken: 'x'.repeat(8193) }, fields: ['googleIdToken'] },
      { body: { googleIdToken: 'x', orgName: '' }, fields: ['orgName'] },
      { body: { googleIdToken: 'x', orgName: '   ' }, fields: ['orgName'] },
      { body: { googleIdToken: 'x', orgName: 'a\u0000b' }, fields: ['orgName'] },
      { body: { googleIdToken: 'x', orgName: 'x'.repeat(101) }, fields: ['orgName'] },
    ])
    .run(async ({ client, assert }, { body, fields }) => {
      const response = await client.post(PATH).json(body)
      const refusal = refusalOf(response)
      assert.containSubset(refusal, { success: false, status: 400, code: 'VALIDATION_ERROR' })
      assert.deepEqual([...new Set(refusal.fields)], fields)
    })

  test('an organization’s name has 100 characters of any script', async ({ client, assert }) => {
    const googleIdToken = await idTokenOf(client, newEmail())
    const orgName = '漢'.repeat(100)
    const response = await client.post(PATH).json({ googleIdToken, orgName })
    assert.equal(dataOf<SignedIn>(response).builder.orgName, orgName)
  })
})
