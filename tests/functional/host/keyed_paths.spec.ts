import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { allow } from '#tests/functional/auth/support/credentials'
import {
  isReplayed,
  sendKeyed,
  told,
  type Body,
  type KeyedPost,
} from '#tests/functional/host/support/keyed_world'
import { Client, TestRealm, accepted, pluck, type AnyData, type Reply } from '#tests/support/client'
import { newSigningPair } from '#tests/support/signing_pair'
import { readRows } from '#tests/support/rows'

let realm: TestRealm

test.group('host | paths made from keys', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/idem/a': '1000', '/idem/b': '1000' })
  })

  const transfer = (body: Body = {}): KeyedPost => ({
    client: realm.client,
    address: '/api/v1/transfer',
    body: {
      realmId: realm.id,
      sourceObjectPath: '/idem/a',
      targetObjectPath: '/idem/b',
      amount: '1',
      ...body,
    },
    other: null,
    count: null,
  })

  test('any key makes a path', async ({ assert }) => {
    const id = randomUUID()
    const keys: [key: string, segment: string | RegExp][] = [
      [id, id],
      [`a/b*c,d%${id}`, `a%2Fb%2Ac%2Cd%25${id}`],
      [`invoice.2026~${id}`, `invoice.2026~${id}`],
      ['.', '%2E'],
      ['..', '%2E%2E'],
      ['/'.repeat(255), /^sha256-[0-9a-f]{64}$/],
      ['x'.repeat(128), 'x'.repeat(128)],
      ['x'.repeat(129), /^sha256-[0-9a-f]{64}$/],
    ]
    for (const [key, segment] of keys) {
      const { operation } = accepted(await sendKeyed(transfer(), key))
      assert.match(operation.path, /^\/op\/key\//)
      const made = operation.path.slice('/op/key/'.length)
      if (typeof segment === 'string') assert.equal(made, segment)
      else assert.match(made, segment)
    }
  })

  test('with both the path counts, and one key may come with several', async ({ assert }) => {
    const key = randomUUID()
    for (const path of [`/op/own/${key}/1`, `/op/own/${key}/2`]) {
      const reply = await sendKeyed(transfer({ path }), key)
      assert.equal(accepted(reply).operation.path, path)
      assert.isFalse(isReplayed(reply))
    }
    const { operation } = accepted(await sendKeyed(transfer(), key))
    assert.equal(operation.path, `/op/key/${key}`)
  })

  test('neither is refused where a path is needed, by the names of both', async ({ assert }) => {
    for (const path of [undefined, null]) {
      const { client, address, body } = transfer({ path })
      const { status, error } = await client.post(address, body)
      const [field] = error.details!.fields as { field: string; rule: string; message: string }[]
      assert.deepEqual([status, field!.field, field!.rule], [400, 'path', 'required'])
      assert.include(field!.message, 'Idempotency-Key')
    }
  })

  test('a movement with neither is executed and says what a retry would do: {0}')
    .with([
      ['fund-account', { amount: '1' }],
      ['defund-account', { amount: '1' }],
      ['payment-links', { type: 'deposit', amount: '1' }],
    ] as [string, Body][])
    .run(async ({ assert }, [address, terms]) => {
      const { client, id: realmId } = realm
      const body = { realmId, objectPath: '/idem/a', ...terms }
      const noticesOf = ({ body: sent }: Reply<unknown>) =>
        (sent as { notices?: { code: string; message: string }[] }).notices
      const bare = await client.post(`/api/v1/${address}`, body)
      assert.equal(bare.status, 201)
      assert.lengthOf(noticesOf(bare)!, 1)
      assert.equal(noticesOf(bare)![0]!.code, 'RETRY_REPEATS')
      assert.include(noticesOf(bare)![0]!.message, 'Idempotency-Key')
      const path = `/op/named/${randomUUID()}`
      const named = await client.post(`/api/v1/${address}`, { ...body, path })
      const keyed = await sendKeyed({ client, address: `/api/v1/${address}`, body }, randomUUID())
      assert.deepEqual([noticesOf(named), noticesOf(keyed)], [undefined, undefined])
    })

  test('a retried deletion never takes the object that came after', async ({ assert }) => {
    const { client, id: realmId } = realm
    const path = `/idem/again/${randomUUID()}`
    const first = await realm.object(path)
    const deletion = { client, address: '/api/v1/objects/delete', body: { realmId, path } }
    const key = randomUUID()
    accepted(await sendKeyed(deletion, key))
    const second = await realm.object(path)
    const again = await sendKeyed(deletion, key)
    assert.equal(accepted(again).object.id, first.id)
    const { data } = await client.get(`/api/v1/objects/${second.id}`)
    assert.equal(data.object?.status ?? data.status, 'active')
  })

  test('a path that a key or a deletion makes obeys what a realm reserves', async ({ assert }) => {
    const own = await TestRealm.open()
    const { client, id: realmId } = own
    await own.account('/u/a', '10')
    await own.object('/u/b')
    const settings = { reservedOperationPaths: ['/op/key'] }
    accepted(await client.send('PATCH', `/api/v1/realms/${realmId}/settings`, settings))
    const everything = { statements: [allow('svc:*', '*')] }
    const minted = { realmId, sub: 'user-1', scope: everything }
    const { token } = accepted(await client.post('/api/v1/auth/token', minted))
    const user = Client.withToken(token)
    const move = { sourceObjectPath: '/u/a', targetObjectPath: '/u/b', amount: '1' }
    const requests: [string, Body][] = [
      ['/api/v1/transfer', move],
      ['/api/v1/transfers/bulk', { mode: 'atomic', transfers: [move] }],
      ['/api/v1/objects/delete', { path: '/u/b' }],
    ]
    for (const [address, body] of requests) {
      const keyed = { client: user, address, body: { realmId, ...body } }
      const { status, error } = await sendKeyed(keyed, randomUUID())
      const { condition } = error?.details ?? {}
      assert.deepEqual([status, condition], [403, 'operationPaths'], address)
    }
  })

  test('a key claims a bulk as a whole, though its entries name paths', async ({ assert }) => {
    const { client, id: realmId } = realm
    const move = { sourceObjectPath: '/idem/a', targetObjectPath: '/idem/b', amount: '1' }
    const key = randomUUID()
    const send = (mode: string, ...names: string[]) => {
      const transfers = names.map((name) => ({ ...move, path: `/op/own/${key}/${name}` }))
      const body = { realmId, mode, transfers }
      return sendKeyed({ client, address: '/api/v1/transfers/bulk', body }, key)
    }
    const first = await send('independent', 'a', 'b')
    assert.deepEqual([first.status, isReplayed(first)], [201, false])
    const again = await send('independent', 'a', 'b')
    assert.isTrue(isReplayed(again))
    assert.deepEqual(told(again), told(first))
    for (const other of [
      () => send('atomic', 'a', 'b'),
      () => send('independent', 'a', 'c'),
      () => send('atomic', 'd'),
    ]) {
      const { status, error } = await other()
      assert.deepEqual([status, error?.code], [409, 'IDEMPOTENCY_VIOLATION'])
    }
    const made = await readRows`SELECT path FROM operations WHERE realm_id = ${realmId}
          AND path LIKE ${`/op/own/${key}/%`}`
    assert.sameMembers(
      pluck(made, 'path'),
      ['a', 'b'].map((name) => `/op/own/${key}/${name}`)
    )
  })

  test('a bulk that failed in part is tried again, and moves nothing twice', async ({ assert }) => {
    const { client, id: realmId } = realm
    const move = { sourceObjectPath: '/idem/a', targetObjectPath: '/idem/b', amount: '1' }
    const late = { ...move, targetObjectPath: `/idem/late/${randomUUID()}` }
    const body = { realmId, mode: 'independent', transfers: [move, late] }
    const bulk = { client, address: '/api/v1/transfers/bulk', body }
    const key = randomUUID()
    const statuses = ({ data }: Reply<AnyData>) =>
      data.results.map(({ path, status }: AnyData) => [path, status])
    assert.deepEqual(statuses(await sendKeyed(bulk, key)), [
      [`/op/key/${key}/0`, 'completed'],
      [`/op/key/${key}/1`, 'failed'],
    ])
    await realm.object(late.targetObjectPath)
    assert.deepEqual(statuses(await sendKeyed(bulk, key)), [
      [`/op/key/${key}/0`, 'replayed'],
      [`/op/key/${key}/1`, 'completed'],
    ])
  })

  test('signed requests name a path, since the header is not signed', async ({ assert }) => {
    const { client, id: realmId } = await (await Client.signIn()).realm()
    const pair = await newSigningPair()
    const registered = { name: 'First', publicKey: pair.publicKey }
    accepted(await client.post('/api/v1/signing-keys', registered))
    const body = { realmId, objectPath: '/a', amount: '1' }
    const signed = { client: client.signed(pair), address: '/api/v1/fund-account', body }
    const { status, error } = await sendKeyed(signed, randomUUID())
    assert.equal(status, 400, JSON.stringify(error))
    assert.deepEqual(pluck(error.details!.fields!, 'field'), ['path'])
  })
})
