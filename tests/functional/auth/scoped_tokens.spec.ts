import { decodeJwt } from 'jose'
import { test } from '@japa/runner'
import { forgedAccessToken, withoutSignature } from '#tests/functional/auth/support/people'
import {
  KEYS,
  TOKEN,
  allow,
  deny,
  forbidden,
  makeKey,
  mint,
  notOrganization,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'

const UNKNOWN_REALM = '01900000-0000-7000-8000-000000000000'
const MINUTE_MS = 60_000

let realm: TestRealm
let other: TestRealm
let foreign: TestRealm

const objects = (client: Client, realmId = realm.id) => client.get('/api/v1/objects', { realmId })
const minutesLeft = (expiresAt: string) => (Date.parse(expiresAt) - Date.now()) / MINUTE_MS

test.group('auth | scoped tokens', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    other = await realm.client.realm()
    foreign = await TestRealm.open()
  })

  test('a token lives an hour unless said otherwise', async ({ assert }) => {
    const reply = await mint(realm.client, realm.id, allow('svc:Read', '/users/u1/*'))
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    assert.approximately(minutesLeft(reply.data.expiresAt), 60, 0.5)
    for (const expirationMinutes of [1, 1440]) {
      const scope = { statements: [allow('svc:Read', '*')] }
      const body = { realmId: realm.id, sub: 'u', scope, expirationMinutes }
      const { expiresAt } = accepted(await realm.client.post(TOKEN, body))
      assert.approximately(minutesLeft(expiresAt), expirationMinutes, 0.5)
    }
  })

  test('a token says what it holds, with aliases expanded', async ({ assert }) => {
    const { token } = accepted(
      await mint(realm.client, realm.id, allow('svc:Transfer', '/a/*'), deny('svc:*', '/a/b'))
    )
    const claims = decodeJwt(token)
    assert.containSubset(claims, {
      typ: 'scoped',
      sub: 'user-1',
      rlm: realm.id,
      stm: [
        { effect: 'Allow', actions: ['svc:ReceiveTo', 'svc:TransferFrom'], resources: ['/a/*'] },
        { effect: 'Deny', actions: ['svc:*'], resources: ['/a/b'] },
      ],
    })
    assert.equal(claims.mby, claims.bld)
  })

  test('its subject is the actor of what it does', async ({ assert }) => {
    const client = await scoped(realm, allow('svc:Lifecycle', '/acts/*'))
    const { operation } = accepted(
      await client.post('/api/v1/objects', { realmId: realm.id, path: '/acts/a' })
    )
    assert.containSubset(operation, { actorType: 'end_user', actorId: 'user-1' })
  })

  test('it does what its statements say and nothing else', async ({ assert }) => {
    await realm.account('/users/u1/till', '10')
    await realm.object('/users/u1/vault')
    await realm.object('/users/u2/till')
    const client = await scoped(
      realm,
      allow(['svc:Read', 'svc:Transfer'], '/users/u1/*'),
      deny('svc:TransferFrom', '/users/u1/vault')
    )
    const move = (from: string, to: string) =>
      client.post('/api/v1/transfer', {
        realmId: realm.id,
        path: `/op/${crypto.randomUUID()}`,
        sourceObjectPath: `/users/${from}`,
        targetObjectPath: `/users/${to}`,
        amount: '1',
      })
    assert.equal((await move('u1/till', 'u1/vault')).status, 201)
    const from = refusal(await move('u1/vault', 'u1/till'))
    assert.deepEqual(from, forbidden('svc:TransferFrom', '/users/u1/vault'))
    const into = refusal(await move('u1/till', 'u2/till'))
    assert.deepEqual(into, forbidden('svc:ReceiveTo', '/users/u2/till'))
    const { objects: listed } = accepted(await objects(client))
    assert.sameMembers(pluck(listed, 'path'), ['/users/u1/till', '/users/u1/vault'])
  })

  test('it is locked to its realm, and manages nothing of the organization', async ({ assert }) => {
    const client = await scoped(realm, allow('svc:*', '*'))
    assert.equal((await objects(client)).status, 200)
    const elsewhere = await objects(client, other.id)
    assert.deepEqual([elsewhere.status, elsewhere.error.code], [403, 'REALM_SCOPE_MISMATCH'])
    assert.equal((await objects(client, foreign.id)).status, 404)
    const { realms } = accepted(await client.get('/api/v1/realms'))
    assert.deepEqual(pluck(realms, 'id'), [realm.id])
    assert.deepEqual(refusal(await client.post('/api/v1/realms', { name: 'x' })), notOrganization)
    assert.deepEqual(refusal(await client.get(KEYS)), notOrganization)
    assert.deepEqual(refusal(await client.get('/api/v1/auth/me')), forbidden('profile', '/'))
  })

  test('wrong fields are refused by name', async ({ assert }) => {
    const statement = allow('svc:Read', '/a/*')
    const scope = (...statements: unknown[]) => ({ statements })
    const valid = { realmId: realm.id, sub: 'user-1', scope: scope(statement) }
    await refusesFields(assert, (body) => realm.client.post(TOKEN, body), valid, {
      realmId: [MISSING, ...NOT_TEXT, 'realm'],
      sub: [MISSING, ...NOT_TEXT, 'x'.repeat(256), 'a\nb', 'a\u0000', '\u0085', '\ud800'],
      scope: [
        MISSING,
        null,
        1,
        [],
        {},
        'read',
        JSON.stringify(scope(statement)),
        scope(),
        scope({ actions: ['svc:Read'] }),
        scope({ resources: ['*'] }),
        scope({ ...statement, effect: 'ALLOW' }),
        scope({ ...statement, actions: ['svc:Nope'] }),
        scope({ ...statement, actions: ['__proto__'] }),
        scope({ ...statement, resources: ['/a**'] }),
        scope({ ...statement, resources: [''] }),
      ],
      expirationMinutes: [0, 1441, 1.5, '60', true, {}, -1],
    })
  })

  test('a scope too long for a token is refused on scope', async ({ assert }) => {
    const many = Array.from({ length: 90 }, (_, index) => `/${'x'.repeat(100)}/${index}`)
    const { status, error } = await mint(realm.client, realm.id, allow('svc:Read', ...many))
    assert.equal(status, 400)
    assert.deepEqual(pluck(error.details?.fields, 'field'), ['scope'])
  })

  test('a realm of another organization, or none, is not found', async ({ assert }) => {
    for (const realmId of [foreign.id, UNKNOWN_REALM]) {
      const { status, error } = await mint(realm.client, realmId, allow('svc:Read', '*'))
      assert.equal(status, 404)
      assert.match(error.message, new RegExp(`^The realm ${realmId} does not exist, or`))
    }
  })

  test('a locked credential mints for its own realm only', async ({ assert }) => {
    const key = await makeKey(realm.client, { realmId: realm.id })
    const token = await scoped(realm, allow('svc:*', '*'))
    for (const client of [key.client, token]) {
      assert.equal((await mint(client, realm.id, allow('svc:Read', '*'))).status, 201)
      const { status, error } = await mint(client, other.id, allow('svc:Read', '*'))
      assert.deepEqual([status, error.code], [403, 'REALM_SCOPE_MISMATCH'])
      assert.equal((await mint(client, foreign.id, allow('svc:Read', '*'))).status, 404)
    }
  })

  test('nobody hands out more than they have', async ({ assert }) => {
    const reader = await makeKey(realm.client, { permissions: 'read' })
    const user = await scoped(realm, allow('svc:Read', '/u/*'), deny('svc:ReadBalance', '/u/x/*'))
    const attempts = [
      [reader.client, allow('svc:Transfer', '/a'), forbidden('svc:ReceiveTo', '/a')],
      [reader.client, allow('svc:*', '/a'), forbidden('svc:*', '/a')],
      [user, allow('svc:ReadObject', '*'), forbidden('svc:ReadObject', '*')],
      [user, allow('svc:ReadObject', '/u'), forbidden('svc:ReadObject', '/u')],
      [user, allow('svc:ReadBalance', '/u/*'), forbidden('svc:ReadBalance', '/u/*')],
      [user, allow('svc:ReadBalance', '/u/*/y'), forbidden('svc:ReadBalance', '/u/*/y')],
    ] as const
    for (const [client, statement, expected] of attempts) {
      assert.deepEqual(refusal(await mint(client, realm.id, statement)), expected)
    }
    assert.equal((await mint(user, realm.id, allow('svc:ReadObject', '/u/1/*'))).status, 201)
    const denied = [allow('svc:ReadBalance', '/u/*'), deny('svc:ReadBalance', '/u/x/*')]
    assert.equal((await mint(user, realm.id, ...denied)).status, 201)
  })

  test('a token made with a token does not outlive it', async ({ assert }) => {
    const scope = { statements: [allow('svc:Read', '*')] }
    const body = { realmId: realm.id, sub: 'u', scope }
    const short = accepted(await realm.client.post(TOKEN, { ...body, expirationMinutes: 5 }))
    const next = accepted(
      await Client.withToken(short.token).post(TOKEN, { ...body, expirationMinutes: 1440 })
    )
    assert.equal(next.expiresAt, short.expiresAt)
  })

  test('what was minted with an API key ends with it, at any remove', async ({ assert }) => {
    const key = await makeKey(realm.client)
    const statement = allow('svc:Read', '*')
    const first = accepted(await mint(key.client, realm.id, statement)).token
    const second = accepted(await mint(Client.withToken(first), realm.id, statement)).token
    for (const token of [first, second]) {
      assert.equal((await objects(Client.withToken(token))).status, 200)
    }
    accepted(await realm.client.send('DELETE', `${KEYS}/${key.id}`))
    for (const token of [first, second]) {
      const { status, error } = await objects(Client.withToken(token))
      assert.deepEqual([status, error.code], [401, 'UNAUTHORIZED'])
      assert.equal((await mint(Client.withToken(token), realm.id, statement)).status, 401)
    }
  })

  test('a token with changed claims is refused, number {$i}')
    .with([
      { exp: Math.floor(Date.now() / 1000) - 1 },
      { exp: undefined },
      { iss: 'https://evil.example' },
      { aud: 'https://evil.example' },
      { typ: 'builder' },
      { typ: 'step_up' },
      { typ: undefined },
      { jti: undefined },
      { sub: undefined },
      { rlm: undefined },
      { stm: undefined },
      { stm: null },
      { stm: 'svc:*' },
      { key: 'key_of_nobody' },
    ])
    .run(async ({ assert }, changes) => {
      const { token } = accepted(await mint(realm.client, realm.id, allow('svc:Read', '*')))
      const claims = decodeJwt(token)
      const signed = (changed: object) =>
        forgedAccessToken({ id: 'user-1', orgId: String(claims.org) }, { ...claims, ...changed })
      assert.equal((await objects(Client.withToken(await signed({})))).status, 200)
      const { status, error } = await objects(Client.withToken(await signed(changes)))
      assert.deepEqual([status, error.code], [401, 'UNAUTHORIZED'])
    })

  test('a tampered or unsigned token is refused', async ({ assert }) => {
    const narrow = accepted(await mint(realm.client, realm.id, allow('svc:Read', '/a'))).token
    const wide = accepted(await mint(realm.client, realm.id, allow('svc:*', '*'))).token
    assert.equal((await objects(Client.withToken(narrow))).status, 200)
    const [header, , signature] = narrow.split('.')
    const attempts = [
      `${header}.${wide.split('.')[1]}.${signature}`,
      `${header}.${wide.split('.')[1]}.`,
      withoutSignature(wide),
      `${wide}x`,
    ]
    for (const token of attempts) assert.equal((await objects(Client.withToken(token))).status, 401)
  })
})
