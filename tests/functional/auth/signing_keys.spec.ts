import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import {
  allow,
  makeKey,
  notBuilder,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import {
  GRACE_MS,
  HOUR_MS,
  SIGNING_KEYS,
  cancel,
  eventsOf,
  register,
  registered,
  registeredBefore,
  revoke,
  viewOf,
} from '#tests/functional/auth/support/signing'
import { Client, accepted, pluck, atOnce } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { newSigningPair } from '#tests/support/signing_pair'
import { writeRows } from '#tests/support/rows'

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const CONFLICT = { status: 409, code: 'CONFLICT' }
const UNKNOWN = 'sgk_01k0000000e008000000000000'

test.group('auth | signing keys | registering', () => {
  test('the first key is active at once, the next one after 72 hours', async ({ assert }) => {
    const builder = await Client.signIn()
    const me = accepted(await builder.get('/api/v1/auth/me'))
    const pair = await newSigningPair()
    const reply = await register(builder, { name: '  Backend ', publicKey: pair.publicKey })
    assert.equal(reply.status, 201)
    const first = reply.data
    assert.match(first.id, /^sgk_/)
    assert.match(first.createdAt, RFC3339)
    const hash = createHash('sha256').update(Buffer.from(pair.publicKey, 'base64')).digest('hex')
    assert.deepEqual(first, {
      id: first.id,
      orgId: me.orgId,
      builderId: me.id,
      name: 'Backend',
      fingerprint: hash.slice(0, 16),
      publicKey: pair.publicKey,
      state: 'active',
      activatesAt: null,
      createdAt: first.createdAt,
      revokedAt: null,
      updatedAt: first.createdAt,
    })
    const { view: second } = await registered(builder)
    assert.equal(second.state, 'pending')
    assert.equal(Date.parse(second.activatesAt!) - Date.parse(second.createdAt), GRACE_MS)
  })

  test('a revoked first key does not make the next one instant', async ({ assert }) => {
    const builder = await Client.signIn()
    const { view } = await registered(builder)
    accepted(await revoke(builder, view.id))
    assert.equal((await registered(builder)).view.state, 'pending')
  })

  test('of many first keys at once exactly one is active', async ({ assert }) => {
    const builder = await Client.signIn()
    const keys = await Promise.all(Array.from({ length: 10 }, () => registered(builder)))
    const states = keys.map(({ view }) => view.state).sort()
    assert.deepEqual(states, ['active', ...Array.from({ length: 9 }, () => 'pending')])
  })

  test('a key is registered once, also when it is sent ten times at once', async ({ assert }) => {
    const builder = await Client.signIn()
    const { publicKey } = await newSigningPair()
    const replies = await atOnce(10, (index) => register(builder, { name: `${index}`, publicKey }))
    const statuses = pluck(replies, 'status').sort()
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)])
    assert.containSubset(refusal(await register(builder, { name: 'x', publicKey })), CONFLICT)
  })

  test('a revoked key may come back, and waits like every other', async ({ assert }) => {
    const builder = await Client.signIn()
    const { pair, view } = await registered(builder)
    accepted(await revoke(builder, view.id))
    const again = accepted(await register(builder, { name: 'x', publicKey: pair.publicKey }))
    assert.equal(again.state, 'pending')
    assert.notEqual(again.id, view.id)
  })

  test('another key with the same fingerprint is refused', async ({ assert }) => {
    const builder = await Client.signIn()
    const { view } = await registered(builder)
    const pair = await newSigningPair()
    // A real collision of 64 bits costs more than a test may: let the stored key carry it.
    await writeRows`UPDATE signing_keys SET fingerprint = ${pair.fingerprint} WHERE id = ${view.id}`
    const reply = await register(builder, { name: 'x', publicKey: pair.publicKey })
    assert.containSubset(refusal(reply), CONFLICT)
    await writeRows`UPDATE signing_keys SET fingerprint = ${view.fingerprint} WHERE id = ${view.id}`
  })

  test('two organizations may register one key; each has its own', async ({ assert }) => {
    const { publicKey } = await newSigningPair()
    for (const builder of [await Client.signIn(), await Client.signIn()]) {
      const key = accepted(await register(builder, { name: 'x', publicKey }))
      assert.equal(key.state, 'active')
    }
  })

  test('wrong input names the field and registers nothing', async ({ assert }) => {
    const builder = await Client.signIn()
    const { publicKey } = await newSigningPair()
    await refusesFields(
      assert,
      (input) => register(builder, input),
      { name: 'Backend', publicKey },
      {
        name: [MISSING, ...NOT_TEXT, '   ', 'x'.repeat(101), 'a\u0000b'],
        publicKey: [
          MISSING,
          ...NOT_TEXT,
          publicKey.slice(1),
          `${publicKey}\n`,
          Buffer.alloc(31, 9).toString('base64'),
          Buffer.alloc(32).toString('base64'),
          `${Buffer.alloc(32, 0xff).toString('base64')}`,
          `AQ${'A'.repeat(41)}=`,
          'x'.repeat(100_000),
        ],
      }
    )
    const both = await register(builder, { name: '', publicKey: 'x' })
    assert.deepEqual(pluck(both.error.details?.fields, 'field'), ['name', 'publicKey'])
    const { signingKeys, total } = accepted(await builder.get(SIGNING_KEYS))
    assert.deepEqual([signingKeys, total], [[], 0])
  })
})

test.group('auth | signing keys | ending', () => {
  test('revoking is for good, and again is not an error', async ({ assert }) => {
    const builder = await Client.signIn()
    const { view } = await registered(builder)
    for (const round of [1, 2]) {
      const reply = await revoke(builder, view.id)
      assert.equal(reply.status, 200, String(round))
      assert.deepEqual(reply.data, { revoked: true, id: view.id })
    }
    const after = await viewOf(builder, view.id)
    assert.equal(after.state, 'revoked')
    assert.match(after.revokedAt!, RFC3339)
    assert.equal(after.updatedAt, after.revokedAt)
    const types = pluck(await eventsOf(builder, view.id), 'eventType')
    assert.deepEqual(types, ['revoked', 'registered'])
  })

  test('a pending key is cancelled and then revoked for good', async ({ assert }) => {
    const builder = await Client.signIn()
    await registered(builder)
    const { view } = await registered(builder)
    const reply = await cancel(builder, view.id)
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.data, { cancelled: true, id: view.id })
    assert.equal((await viewOf(builder, view.id)).state, 'revoked')
    const types = pluck(await eventsOf(builder, view.id), 'eventType')
    assert.deepEqual(types, ['cancelled', 'registered'])
    assert.containSubset(refusal(await cancel(builder, view.id)), CONFLICT)
    accepted(await revoke(builder, view.id))
    assert.lengthOf(await eventsOf(builder, view.id), 2)
  })

  test('only a pending key can be cancelled', async ({ assert }) => {
    const builder = await Client.signIn()
    const first = await registered(builder)
    assert.containSubset(refusal(await cancel(builder, first.view.id)), CONFLICT)
    const grown = await registeredBefore(builder, GRACE_MS + HOUR_MS)
    assert.containSubset(refusal(await cancel(builder, grown.view.id)), CONFLICT)
    assert.equal((await viewOf(builder, grown.view.id)).state, 'active')
  })

  test('of many cancels and revocations at once one ends the key, once', async ({ assert }) => {
    const builder = await Client.signIn()
    await registered(builder)
    const { view } = await registered(builder)
    await atOnce(10, (index) => (index % 2 ? cancel : revoke)(builder, view.id))
    assert.lengthOf(await eventsOf(builder, view.id), 2)
    assert.equal((await viewOf(builder, view.id)).state, 'revoked')
  })

  test('foreign and unknown keys and malformed ids are not found', async ({ assert }) => {
    const owner = await Client.signIn()
    const { view } = await registered(owner)
    const stranger = await Client.signIn()
    for (const id of [view.id, UNKNOWN, 'x', '%27%20OR%201=1']) {
      const address = `${SIGNING_KEYS}/${id}`
      for (const [method, path] of [
        ['DELETE', address],
        ['POST', `${address}/cancel`],
        ['GET', `${address}/events`],
      ] as const) {
        const { status } = await stranger.send(method, path)
        assert.include(id.includes('%') ? [400, 404] : [404], status, `${method} ${path}`)
      }
    }
    assert.containSubset(refusal(await revoke(stranger, view.id)), NOT_FOUND)
    assert.equal((await viewOf(owner, view.id)).state, 'active')
    assert.deepEqual(accepted(await stranger.get(SIGNING_KEYS)).signingKeys, [])
  })

  test('only a builder who signed in reaches any of it: {$self}')
    .with(['unrestricted API key', 'restricted API key', 'realm-locked API key', 'scoped token'])
    .run(async ({ assert }, kind) => {
      const builder = await Client.signIn()
      const realm = await builder.realm()
      const { view } = await registered(builder)
      const key = async (body?: Record<string, unknown>) => (await makeKey(builder, body)).client
      const credentials: Record<string, () => Promise<Client>> = {
        'unrestricted API key': () => key(),
        'restricted API key': () => key({ scope: { statements: [allow('svc:*', '*')] } }),
        'realm-locked API key': () => key({ realmId: realm.id }),
        'scoped token': () => scoped(realm, allow('svc:*', '*')),
      }
      const client = await credentials[kind]!()
      const { publicKey } = await newSigningPair()
      const asks = (by: Client) => ({
        register: () => register(by, { name: 'x', publicKey }),
        registerNothing: () => by.post(SIGNING_KEYS, { nmae: 7 }),
        registerText: () => by.send('POST', SIGNING_KEYS, 'no JSON'),
        list: () => by.get(SIGNING_KEYS),
        events: () => by.get(`${SIGNING_KEYS}/${view.id}/events`),
        cancel: () => cancel(by, view.id),
        revoke: () => revoke(by, view.id),
      })
      for (const [name, ask] of Object.entries(asks(client))) {
        assert.deepEqual(refusal(await ask()), notBuilder, name)
      }
      assert.equal((await viewOf(builder, view.id)).state, 'active')
      for (const [name, ask] of Object.entries(asks(Client.anonymous()))) {
        assert.equal((await ask()).status, 401, name)
      }
      // The builder is refused by none of them for want of a right.
      for (const [name, ask] of Object.entries(asks(builder))) {
        assert.notEqual((await ask()).status, 403, name)
      }
    })
})
