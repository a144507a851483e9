import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import {
  KEYS,
  allow,
  deny,
  forbidden,
  makeKey,
  notOrganization,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'

const UNKNOWN_REALM = '01900000-0000-7000-8000-000000000000'
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

let builder: Client
let realm: TestRealm
let other: TestRealm

const objects = (client: Client, realmId: string) => client.get('/api/v1/objects', { realmId })
const revoke = (client: Client, id: string) => client.send('DELETE', `${KEYS}/${id}`)

test.group('auth | API keys', (group) => {
  group.setup(async () => {
    builder = await Client.signIn()
    realm = await builder.realm()
    other = await builder.realm()
  })

  test('a key is shown once with its secret, and works', async ({ assert }) => {
    const me = accepted(await builder.get('/api/v1/auth/me'))
    const reply = await builder.post(KEYS, { name: '  Backend  ', realmId: realm.id })
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    const { apiKey, rawKey } = reply.data
    assert.match(rawKey, /^svc_[0-9A-Za-z]{8}_[\w-]{43}$/)
    assert.match(apiKey.createdAt, RFC3339)
    assert.deepEqual(apiKey, {
      id: apiKey.id,
      orgId: me.orgId,
      createdBy: me.id,
      name: 'Backend',
      keyPrefix: rawKey.split('_')[1],
      status: 'active',
      realmId: realm.id,
      permissions: 'full',
      createdAt: apiKey.createdAt,
      updatedAt: apiKey.createdAt,
      revokedAt: null,
    })
    assert.match(apiKey.id, /^key_/)
    assert.equal((await objects(Client.withToken(rawKey), realm.id)).status, 200)
  })

  test('only the hash of a key is stored', async ({ assert }) => {
    const { id, rawKey } = await makeKey(builder)
    const [row] = await readRows`SELECT * FROM api_keys WHERE id = ${id}`
    const text = JSON.stringify(row)
    assert.notInclude(text, rawKey.split('_').slice(2).join('_'))
    assert.deepEqual(row.secret_hash, createHash('sha256').update(rawKey).digest())
  })

  test('wrong fields are refused by name', async ({ assert }) => {
    const statement = allow('svc:Read', '/a/*')
    const scope = (...statements: unknown[]) => ({ statements })
    await refusesFields(
      assert,
      (body) => builder.post(KEYS, body),
      { name: 'Test' },
      {
        name: [MISSING, ...NOT_TEXT, ' ', 'x'.repeat(101), 'a\u0000b'],
        realmId: [...NOT_TEXT.filter((value) => value !== null), 'realm', 'x'.repeat(36)],
        permissions: [1, '', 'admin', 'READ', ['read'], {}, 'constructor'],
        scope: [
          1,
          '',
          'read',
          '{"statements":',
          '[]',
          [],
          {},
          scope(),
          scope(null),
          scope('svc:*'),
          scope({ ...statement, effect: 'allow' }),
          scope({ ...statement, effect: null, actions: [] }),
          scope({ ...statement, actions: ['svc:Nothing'] }),
          scope({ ...statement, actions: ['*'] }),
          scope({ ...statement, actions: [1] }),
          scope({ ...statement, actions: 'svc:Read' }),
          scope({ ...statement, actions: Array(101).fill('svc:Read') }),
          scope({ ...statement, resources: [] }),
          scope({ ...statement, resources: ['a'] }),
          scope({ ...statement, resources: ['/a*'] }),
          scope({ ...statement, resources: ['/a/'] }),
          scope({ ...statement, resources: [`/${'x'.repeat(600)}`] }),
          scope({ actions: ['svc:Read'] }),
          scope(...Array(51).fill(statement)),
          JSON.stringify(scope({ ...statement, actions: ['svc:Nothing'] })),
          JSON.stringify(scope(statement)).replace('{', '{"statements":[],'),
          'x'.repeat(40_000),
        ],
      }
    )
  })

  test('an unknown action is named where it stands', async ({ assert }) => {
    const scope = { statements: [allow('svc:Read', '*'), allow(['svc:Read', 'svc:Nope'], '*')] }
    const { error } = await builder.post(KEYS, { name: 'Test', scope })
    const named = error.details?.fields?.map(({ field, rule }) => [field, rule])
    assert.deepEqual(named, [['scope.statements.1.actions.1', 'action']])
  })

  test('permissions and scope together are refused', async ({ assert }) => {
    const scope = { statements: [allow('svc:Read', '*')] }
    const reply = await builder.post(KEYS, { name: 'Test', permissions: 'read', scope })
    assert.containSubset(reply, { status: 400, error: { code: 'VALIDATION_ERROR' } })
    for (const wrong of [
      { permissions: 'read', scope: null },
      { permissions: null, scope },
    ]) {
      const { error } = await builder.post(KEYS, { name: 'Test', ...wrong })
      const rules = pluck(error.details?.fields, 'rule')
      assert.deepEqual(rules, ['not_null'])
    }
    const unlocked = { name: 'Test', permissions: 'read', realmId: null }
    assert.equal((await builder.post(KEYS, unlocked)).status, 201)
  })

  test('a scope may come as JSON text and is kept with aliases expanded', async ({ assert }) => {
    const scope = { statements: [allow('svc:Exchange', '/u/*'), deny('svc:*', '/u/1')] }
    const asObject = await makeKey(builder, { scope })
    const asText = await makeKey(builder, { scope: JSON.stringify(scope) })
    assert.deepEqual(asText.view.scope, asObject.view.scope)
    assert.notProperty(asText.view, 'permissions')
    const [first, second] = asText.view.scope.statements
    assert.sameMembers(first.actions, ['svc:PlaceOrder', 'svc:CancelOrder', 'svc:ReadExchange'])
    assert.deepEqual(second, { effect: 'Deny', actions: ['svc:*'], resources: ['/u/1'] })
  })

  test('a scope that says nothing does not make an unrestricted key: {$self}')
    .with(['null', ' null ', '', '""', '0', 'false', '[]', '{}'])
    .run(async ({ assert }, scope) => {
      const reply = await builder.post(KEYS, { name: 'Restricted', scope })
      assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
    })

  test('a realm of another organization, or none, is not found', async ({ assert }) => {
    const foreign = await TestRealm.open()
    for (const realmId of [foreign.id, UNKNOWN_REALM]) {
      const { status, error } = await builder.post(KEYS, { name: 'Test', realmId })
      assert.deepEqual(
        [status, error.code, error.message.split('.')[0]],
        [404, 'NOT_FOUND', `The realm ${realmId} does not exist, or this credential may not see it`]
      )
    }
  })

  test('a locked key works in its realm only', async ({ assert }) => {
    const { client } = await makeKey(builder, { realmId: realm.id })
    const foreign = await TestRealm.open()
    assert.equal((await objects(client, realm.id)).status, 200)
    const elsewhere = await objects(client, other.id)
    assert.deepEqual([elsewhere.status, elsewhere.error.code], [403, 'REALM_SCOPE_MISMATCH'])
    assert.equal((await objects(client, foreign.id)).status, 404)
    const { realms, total } = accepted(await client.get('/api/v1/realms'))
    assert.deepEqual([realms.length, realms[0].id, total], [1, realm.id, 1])
  })

  test('a read key reads and does nothing else', async ({ assert }) => {
    const { client } = await makeKey(builder, { permissions: 'read' })
    assert.equal((await objects(client, realm.id)).status, 200)
    const create = await client.post('/api/v1/objects', { realmId: realm.id, path: '/x' })
    assert.deepEqual(refusal(create), forbidden('svc:CreateObject', '/x'))
  })

  test('only an unscoped credential of the whole organization manages keys', async ({ assert }) => {
    const { id } = await makeKey(builder)
    const keys = [
      await makeKey(builder, { permissions: 'read' }),
      await makeKey(builder, { realmId: realm.id }),
      await makeKey(builder, { scope: { statements: [allow('svc:*', '*')] } }),
    ]
    const clients = [...pluck(keys, 'client'), await scoped(realm, allow('svc:*', '*'))]
    for (const client of clients) {
      assert.deepEqual(refusal(await client.post(KEYS, { name: 'Test' })), notOrganization)
      assert.deepEqual(refusal(await client.get(KEYS)), notOrganization)
      assert.deepEqual(refusal(await revoke(client, id)), notOrganization)
    }
    const orgWide = await makeKey(builder, { permissions: 'full' })
    const made = await makeKey(orgWide.client)
    assert.equal(made.view.createdBy, orgWide.view.createdBy)
    assert.equal((await revoke(orgWide.client, made.id)).status, 200)
  })

  test('a key is no builder', async ({ assert }) => {
    const { client } = await makeKey(builder)
    assert.deepEqual(refusal(await client.get('/api/v1/auth/me')), forbidden('profile', '/'))
  })

  test('a revoked key is refused at once, for good, and stays listed', async ({ assert }) => {
    const { id, client } = await makeKey(builder)
    assert.equal((await objects(client, realm.id)).status, 200)
    assert.deepEqual(accepted(await revoke(builder, id)), { revoked: true })
    const refused = await objects(client, realm.id)
    assert.deepEqual([refused.status, refused.error.code], [401, 'UNAUTHORIZED'])
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
    assert.deepEqual(accepted(await revoke(builder, id)), { revoked: true })
    const { apiKeys } = accepted(await builder.get(KEYS, { limit: 1000 }))
    const listed = apiKeys.find((key: AnyData) => key.id === id)
    assert.equal(listed.status, 'revoked')
    assert.match(listed.revokedAt, RFC3339)
    assert.equal(listed.updatedAt, listed.revokedAt)
    assert.notInclude(JSON.stringify(listed), 'hash')
  })

  test('requests under way while a key is revoked never bring it back', async ({ assert }) => {
    const { id, client } = await makeKey(builder)
    const traffic = Array.from({ length: 40 }, () => objects(client, realm.id))
    await revoke(builder, id)
    const after = await objects(client, realm.id)
    await Promise.all(traffic)
    const later = await objects(client, realm.id)
    assert.deepEqual([after.status, later.status], [401, 401])
  })

  test('two revocations at once are one', async ({ assert }) => {
    const { id } = await makeKey(builder)
    const replies = await Promise.all([revoke(builder, id), revoke(builder, id)])
    assert.deepEqual(pluck(replies, 'status'), [200, 200])
    const rows = await readRows`SELECT id FROM credential_audit WHERE event_type = 'api_key_revoked'
          AND details LIKE ${`%${id}%`}`
    assert.lengthOf(rows, 1)
  })

  test("another organization's key is not found, like one that never was", async ({ assert }) => {
    const { id, client } = await makeKey(builder)
    const stranger = await Client.signIn()
    for (const asked of [id, 'key_0']) {
      const { status, error } = await revoke(stranger, asked)
      assert.deepEqual([status, Object.keys(error)], [404, ['code', 'message']])
      assert.match(error.message, new RegExp(`^The API key ${asked} does not exist, or`))
    }
    assert.equal((await objects(client, realm.id)).status, 200)
    assert.deepEqual(accepted(await stranger.get(KEYS)), {
      apiKeys: [],
      total: 0,
      nextCursor: null,
    })
  })

  test('a text that is no key is refused: {$i}')
    .with([
      (raw: string) => `${raw}x`,
      (raw: string) => raw.slice(0, -1),
      (raw: string) => `${raw.slice(0, -1)}${raw.endsWith('A') ? 'B' : 'A'}`,
      (raw: string) => `svc_zzzzzzzz_${raw.slice(13)}`,
      (raw: string) => raw.toLowerCase().replace('svc_', 'SVC_'),
      (raw: string) => `svc_rt_${raw.slice(13)}`,
      () => 'svc_',
      () => `svc_${'x'.repeat(4000)}`,
      () => "svc_' OR 1=_1",
    ])
    .run(async ({ assert }, change) => {
      const { rawKey } = await makeKey(builder)
      const { status, error } = await objects(Client.withToken(change(rawKey)), realm.id)
      assert.deepEqual([status, error.code], [401, 'UNAUTHORIZED'])
    })

  test('the list is walked newest first without gaps while keys are made', async ({ assert }) => {
    const fresh = await Client.signIn()
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await makeKey(fresh)).id)
    const first = accepted(await fresh.get(KEYS, { limit: 2 }))
    await makeKey(fresh)
    const second = accepted(await fresh.get(KEYS, { limit: 2, cursor: first.nextCursor }))
    const third = accepted(await fresh.get(KEYS, { limit: 2, cursor: second.nextCursor }))
    const walked = [first, second, third].flatMap(({ apiKeys }) => pluck(apiKeys, 'id'))
    assert.deepEqual(walked, ids.toReversed())
    assert.deepEqual([first.total, third.nextCursor], [5, null])
  })

  test('the list is filtered by realm and status, and so is its cursor', async ({ assert }) => {
    const fresh = await Client.signIn()
    const home = await fresh.realm()
    const idsOf = async (query: AnyData) => {
      const { apiKeys, total } = accepted(await fresh.get(KEYS, query))
      assert.equal(total, apiKeys.length)
      return pluck(apiKeys, 'id')
    }
    const free = await makeKey(fresh)
    const first = await makeKey(fresh, { realmId: home.id })
    const second = await makeKey(fresh, { realmId: home.id })
    accepted(await fresh.send('DELETE', `${KEYS}/${first.id}`))
    assert.deepEqual(await idsOf({ realmId: home.id }), [second.id, first.id])
    assert.deepEqual(await idsOf({ status: 'active' }), [second.id, free.id])
    assert.deepEqual(await idsOf({ status: 'revoked', realmId: home.id }), [first.id])
    const foreign = await (await Client.signIn()).realm()
    assert.equal((await fresh.get(KEYS, { realmId: foreign.id })).status, 404)
    const { nextCursor } = accepted(await fresh.get(KEYS, { realmId: home.id, limit: 1 }))
    const unfiltered = await fresh.get(KEYS, { limit: 1, cursor: nextCursor })
    assert.equal(unfiltered.error.details?.fields?.[0]?.field, 'cursor')
  })

  test('a malformed page is refused by name', async ({ assert }) => {
    await refusesFields(
      assert,
      (query) => builder.get(KEYS, query as AnyData),
      {},
      {
        limit: [0, 1001, 'ten', 1.5, -1, '1e2', '0x10', '+5', ' 5'],
        cursor: ['', 'x', 'x'.repeat(600)],
        realmId: ['', 'x'],
        status: ['', 'ended'],
      }
    )
  })
})
