import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { KeptAnswers } from '#app/http/idempotency/kept_answers'
import { declaredRoutes } from '#app/http/route_macros'
import { Database, type SqlSession } from '#app/storage/database'
import { LIMITS } from '#app/limits'
import { allow, makeKey } from '#tests/functional/auth/support/credentials'
import {
  KEYED_POSTS,
  openWorld,
  type Body,
  type KeyedPost,
  type World,
} from '#tests/functional/host/support/keyed_posts'
import {
  Client,
  TestRealm,
  accepted,
  eventually,
  pluck,
  type AnyData,
  type Reply,
} from '#tests/support/client'
import { DocumentedExamples } from '#tests/support/documented_examples'
import { platformAdmin } from '#tests/support/platform_admin'
import { newSigningPair } from '#tests/support/signing_pair'
import { readRows } from '#tests/support/rows'

let examples: DocumentedExamples
let world: World
let restore: () => void

function keyedRoutes(...kinds: string[]) {
  return declaredRoutes().flatMap(({ route, declaration }) => {
    const { pattern, methods } = route.toJSON()
    const kind = declaration.idempotency?.kind ?? 'undeclared'
    if (declaration.access?.kind === 'operator') return []
    if (!methods.includes('POST') || !kinds.includes(kind)) return []
    return [{ method: 'POST', pattern, declaration, name: `POST ${pattern}` }]
  })
}

function sendKeyed(
  { client, address, body }: Pick<KeyedPost, 'client' | 'address' | 'body'>,
  key: string
): Promise<Reply<AnyData>> {
  return client.send('POST', address, body, { 'idempotency-key': key })
}

const isReplayed = ({ headers }: Reply<unknown>) => headers.get('idempotent-replayed') === 'true'

/** Parts of an answer that show a thing as it is now, by the field that says which thing it is. */
const LIVING = ['operation', 'object', 'order', 'orders', 'twap', 'paymentLink', 'event']

/** An answer without what may go on between an operation's start and its end. */
function told({ status, body }: Reply<unknown>): unknown {
  const named = (value: AnyData): unknown =>
    Array.isArray(value) ? value.map(named) : (value?.id ?? value)
  const steady = (payload: AnyData) =>
    payload === null || typeof payload !== 'object'
      ? payload
      : Object.fromEntries(
          Object.entries(payload as Body).map(([name, value]) => [
            name,
            LIVING.includes(name) ? named(value) : value,
          ])
        )
  const { data, ...rest } = body as Body
  return { status, ...(steady(rest) as Body), data: steady(data) }
}

/** The newest kept answer of a route. */
async function keptRow(route: string): Promise<AnyData> {
  const [row] = await readRows(
    'SELECT * FROM kept_answers WHERE route = ? ORDER BY created_at DESC LIMIT 1',
    [route]
  )
  return row
}

const draw = (prefix: string, client = world.realm.client): KeyedPost => ({
  client,
  address: '/api/v1/nonce',
  body: { realmId: world.realm.id, prefix },
  other: null,
  count: null,
})

test.group('host | idempotency keys', (group) => {
  group.setup(async () => {
    const platform = await platformAdmin()
    restore = platform.restore
    examples = await DocumentedExamples.read()
    world = await openWorld(platform.admin)
  })
  group.teardown(() => restore())

  test('every POST that is executed once by its key stands in the table', ({ assert }) => {
    const wanted = pluck(keyedRoutes('operation', 'kept'), 'name')
    const known = Object.keys(KEYED_POSTS)
    const missing = wanted.filter((name) => !known.includes(name))
    assert.deepEqual(missing, [], 'add them to KEYED_POSTS in support/keyed_posts.ts')
    const gone = known.filter((name) => !wanted.includes(name))
    assert.deepEqual(gone, [], 'remove them from KEYED_POSTS in support/keyed_posts.ts')
    assert.deepEqual(keyedRoutes('undeclared'), [])
  })

  test('what needs no key says why', ({ assert }) => {
    for (const { name, declaration } of keyedRoutes('natural', 'none')) {
      const { why } = declaration.idempotency as { why: string }
      assert.match(why, /^[A-Z].{15,}\.$/, name)
    }
  })

  test('repeated with one key it executes once: {$self}')
    .with(Object.keys(KEYED_POSTS))
    .run(async ({ assert }, name) => {
      const key = randomUUID()
      const post = await KEYED_POSTS[name]!(world, key)
      const first = await sendKeyed(post, key)
      assert.isBelow(first.status, 300, JSON.stringify(first.body))
      assert.isFalse(isReplayed(first))
      const made = await post.count?.()
      for (const again of [await sendKeyed(post, key), await sendKeyed(post, key)]) {
        assert.deepEqual(told(again), told(first))
        assert.isTrue(isReplayed(again))
        assert.isUndefined((again.body as { notices?: unknown }).notices)
      }
      assert.equal(await post.count?.(), made)
      if (post.other === null) return
      const { otherAddress: address = post.address } = post
      const other = await sendKeyed({ ...post, address, body: post.other }, key)
      assert.deepEqual(
        [other.status, other.error?.code],
        [409, 'IDEMPOTENCY_VIOLATION'],
        JSON.stringify(other.body)
      )
      assert.equal(await post.count?.(), made)
    })

  test('50 at once with one key execute once: {$self}')
    .with([
      'POST /api/v1/transfer',
      'POST /api/v1/transfers/bulk',
      'POST /api/v1/fund-account',
      'POST /api/v1/payment-links',
      'POST /api/v1/objects/delete',
      'POST /api/v1/nonce',
      'POST /api/v1/realms',
      'POST /api/v1/api-keys',
      'POST /api/v1/auth/token',
      'POST /api/v1/signing-keys',
      'POST /api/v1/aggregations/watch',
      'POST /api/v1/exchange/sim/clock',
    ])
    .run(async ({ assert }, name) => {
      const key = randomUUID()
      const post = await KEYED_POSTS[name]!(world, key)
      const before = (await post.count?.()) ?? 0
      const replies = await Promise.all(Array.from({ length: 50 }, () => sendKeyed(post, key)))
      const [first] = replies
      for (const reply of replies) assert.deepEqual(told(reply), told(first!))
      assert.isBelow(first!.status, 300, JSON.stringify(first!.body))
      assert.lengthOf(replies.filter(isReplayed), 49)
      const executions = name.endsWith('/bulk') ? 2 : 1
      if (!name.endsWith('/delete')) assert.equal(await post.count?.(), before + executions)
    })

  test('what is no key is refused: {name}')
    .with(() => keyedRoutes('operation', 'kept'))
    .run(async ({ assert }, route) => {
      const { address, body } = examples.request(route)
      const client = address.includes('/admin/') ? world.admin : world.realm.client
      for (const key of ['', 'two words', 'one, two', 'ä', 'x'.repeat(256)]) {
        const sent = Buffer.from(key, 'utf8').toString('latin1')
        const reply = await client.send('POST', address, body, { 'idempotency-key': sent })
        assert.equal(reply.status, 400, `${key}: ${JSON.stringify(reply.body)}`)
        const fields = reply.error.details!.fields!
        assert.include(pluck(fields, 'field'), 'idempotency-key')
      }
    })

  test('a key on a request that reads is ignored', async ({ assert }) => {
    const { client } = world.realm
    const read = await client.send('GET', '/api/v1/realms', undefined, {
      'idempotency-key': 'two words',
    })
    assert.equal(read.status, 200)
    const refreshed = await client.send(
      'POST',
      '/api/v1/auth/logout',
      { refreshToken: 'x' },
      { 'idempotency-key': 'two words' }
    )
    assert.equal(refreshed.status, 200)
  })
})

test.group('host | paths made from keys', (group) => {
  group.setup(async () => {
    // Its groups share one world; run alone, this one needs no platform admin.
    world ??= await openWorld(Client.anonymous())
  })

  const transfer = (body: Body = {}): KeyedPost => ({
    client: world.realm.client,
    address: '/api/v1/transfer',
    body: {
      realmId: world.realm.id,
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

  test('neither is refused where a path is needed, and the refusal names both', async ({
    assert,
  }) => {
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
      const { client, id: realmId } = world.realm
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
    const { client, id: realmId } = world.realm
    const path = `/idem/again/${randomUUID()}`
    const first = await world.realm.object(path)
    const deletion = { client, address: '/api/v1/objects/delete', body: { realmId, path } }
    const key = randomUUID()
    accepted(await sendKeyed(deletion, key))
    const second = await world.realm.object(path)
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

  test('a key claims a bulk as a whole, also where its entries name their paths', async ({
    assert,
  }) => {
    const { client, id: realmId } = world.realm
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
    const made = await readRows('SELECT path FROM operations WHERE realm_id = ? AND path LIKE ?', [
      realmId,
      `/op/own/${key}/%`,
    ])
    assert.sameMembers(
      pluck(made, 'path'),
      ['a', 'b'].map((name) => `/op/own/${key}/${name}`)
    )
  })

  test('a bulk that failed in part is tried again by its key, and moves nothing twice', async ({
    assert,
  }) => {
    const { client, id: realmId } = world.realm
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
    await world.realm.object(late.targetObjectPath)
    assert.deepEqual(statuses(await sendKeyed(bulk, key)), [
      [`/op/key/${key}/0`, 'replayed'],
      [`/op/key/${key}/1`, 'completed'],
    ])
  })

  test('a signature does not cover the header, so a signed request names its path', async ({
    assert,
  }) => {
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

test.group('host | kept answers', (group) => {
  group.setup(async () => {
    const platform = await platformAdmin()
    world = { ...(world ?? (await openWorld(platform.admin))), admin: platform.admin }
    return platform.restore
  })

  test('a key is its owner’s alone', async ({ assert }) => {
    const { realm } = world
    const key = randomUUID()
    const prefix = `/op/scopes/${key}`
    const userToken = async (sub: string, action = 'svc:Read') => {
      const body = { realmId: realm.id, sub, scope: { statements: [allow(action, '*')] } }
      return Client.withToken(accepted(await realm.client.post('/api/v1/auth/token', body)).token)
    }
    const first = await userToken('user-1')
    const owners = [
      realm.client,
      (await makeKey(realm.client)).client,
      (await makeKey(realm.client)).client,
      first,
      await userToken('user-2'),
      // With another scope it is not told what the first one was permitted.
      await userToken('user-1', 'svc:ReadObject'),
    ]
    const drawn: number[] = []
    for (const owner of owners)
      drawn.push(accepted(await sendKeyed(draw(prefix, owner), key)).nonce)
    assert.deepEqual(drawn, [1, 2, 3, 4, 5, 6])
    // The same person with a fresh token is the same owner.
    const renewed = await sendKeyed(draw(prefix, await userToken('user-1')), key)
    assert.deepEqual([accepted(renewed).nonce, isReplayed(renewed)], [4, true])
  })

  test('one key in two realms is two requests, and in two organizations as well', async ({
    assert,
  }) => {
    const key = randomUUID()
    const realms = [
      world.realm,
      await world.realm.client.realm(),
      await (await Client.signIn()).realm(),
    ]
    for (const { client, id: realmId } of realms) {
      const body = { realmId, prefix: '/op/realms/x' }
      const reply = await sendKeyed({ client, address: '/api/v1/nonce', body }, key)
      assert.deepEqual([accepted(reply).nonce, isReplayed(reply)], [1, false])
    }
    const stranger = await Client.signIn()
    const named = { address: '/api/v1/realms', body: { name: 'Same' } }
    const ours = accepted(await sendKeyed({ client: world.realm.client, ...named }, key))
    const theirs = accepted(await sendKeyed({ client: stranger, ...named }, key))
    assert.notEqual(ours.id, theirs.id)
  })

  test('one key for two routes is refused, and names the first', async ({ assert }) => {
    const { client } = world.realm
    const key = randomUUID()
    accepted(await sendKeyed({ client, address: '/api/v1/realms', body: { name: 'Routes' } }, key))
    const other = { client, address: '/api/v1/api-keys', body: { name: 'Routes' } }
    const { status, error } = await sendKeyed(other, key)
    assert.deepEqual([status, error.details], [409, { route: 'POST /api/v1/realms' }])
  })

  test('an answer that holds a secret is stored sealed', async ({ assert }) => {
    const { client } = world.realm
    const post = { client, address: '/api/v1/api-keys', body: { name: 'Sealed' } }
    const key = randomUUID()
    const reply = await sendKeyed(post, key)
    const { rawKey, apiKey } = accepted(reply)
    const { answer, id } = await keptRow('POST /api/v1/api-keys')
    assert.notInclude(answer, rawKey)
    assert.notInclude(answer, apiKey.keyPrefix)
    const again = await sendKeyed(post, key)
    assert.equal(accepted(again).rawKey, rawKey)
    assert.equal(again.headers.get('cache-control'), 'no-store')
    await readRows("UPDATE kept_answers SET answer = 'unreadable' WHERE id = ?", [id])
    const { status, error } = await sendKeyed(post, key)
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    assert.lengthOf(await readRows('SELECT id FROM api_keys WHERE name = ?', ['Sealed']), 1)
  })

  test('a refusal leaves the key free', async ({ assert }) => {
    const { client } = world.realm
    const key = randomUUID()
    const fork = { client, address: '/api/v1/exchange/sim/fork' }
    const forked = { ...fork, body: { realmId: world.stage.realm.id } }
    assert.equal((await sendKeyed(forked, key)).error.code, 'CONFLICT')
    const invalid = { client, address: '/api/v1/realms', body: { name: '' } }
    assert.equal((await sendKeyed(invalid, key)).status, 400)
    accepted(await sendKeyed({ ...invalid, body: { name: 'Free' } }, key))
  })

  test('what another process is creating is waited for, and not created twice: {$self}')
    .with([
      'POST /api/v1/nonce',
      'POST /api/v1/realms',
      'POST /api/v1/signing-keys',
      'POST /api/v1/admin/realms/:realmId/halt',
    ])
    .run(async ({ assert }, name) => {
      const key = randomUUID()
      const post = await KEYED_POSTS[name]!(world, key)
      // Another process is played by a transaction that holds the row it would write.
      const first = await sendKeyed(post, key)
      const row = await keptRow(name)
      await readRows('DELETE FROM kept_answers WHERE id = ?', [row.id])
      if (name.endsWith('signing-keys')) {
        await readRows('UPDATE signing_keys SET revoked_at = created_at WHERE id = ?', [
          first.data.id,
        ])
      }
      if (name.endsWith('halt')) accepted(await post.client.send('DELETE', post.address))
      const before = await post.count!()
      const database = await app.container.make(Database)
      const again = await database.transaction(async (session) => {
        await insertRow(session, row)
        const waiting = sendKeyed(post, key)
        await eventually('the request to wait for the row', async () => {
          const [held] = await readRows(
            "SELECT 1 FROM information_schema.processlist WHERE info LIKE 'INSERT INTO kept_answers%'"
          )
          return held ?? null
        })
        return { waiting }
      })
      const reply = await again.waiting
      assert.deepEqual([reply.body, isReplayed(reply)], [first.body, true])
      assert.equal(await post.count!(), before)
    })

  test('a change whose answer was never written is answered, and not made again', async ({
    assert,
  }) => {
    const post = await KEYED_POSTS['POST /api/v1/exchange/sim/clock']!(world, '')
    const key = randomUUID()
    accepted(await sendKeyed(post, key))
    const { id } = await keptRow('POST /api/v1/exchange/sim/clock')
    // As a crash between the two would leave it.
    await readRows('UPDATE kept_answers SET answer = NULL WHERE id = ?', [id])
    const before = await world.stage.feed()
    const again = await sendKeyed(post, key)
    assert.isTrue(isReplayed(again))
    assert.equal(accepted(again).feed.tick, before.tick)
  })

  test('an answer is kept for a day, and then purged', async ({ assert }) => {
    const prefix = `/op/old/${randomUUID()}`
    const [old, fresh] = [randomUUID(), randomUUID()]
    const nonce = async (key: string) => accepted(await sendKeyed(draw(prefix), key)).nonce
    assert.deepEqual([await nonce(old), await nonce(fresh)], [1, 2])
    const age = async (seconds: number) => {
      const { id } = await keptRow('POST /api/v1/nonce')
      await readRows(
        `UPDATE kept_answers SET created_at = created_at - INTERVAL ${seconds} SECOND WHERE id = ?`,
        [id]
      )
    }
    await age(LIMITS.keptAnswerSeconds - 60)
    await age(LIMITS.keptAnswerSeconds + 60)
    await (await app.container.make(KeptAnswers)).purge()
    assert.deepEqual([await nonce(old), await nonce(fresh)], [3, 2])
    assert.isAtLeast(LIMITS.keptAnswerSeconds, 24 * 3600)
  })
})

async function insertRow(session: SqlSession, row: AnyData) {
  const { id, route, inputs, answer, created_at: createdAt } = row
  await session.write(
    'INSERT INTO kept_answers (id, route, inputs, answer, created_at) VALUES (?, ?, ?, ?, ?)',
    [id, route, inputs, answer, createdAt]
  )
}
