import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { KeptAnswers } from '#app/http/idempotency/kept_answers'
import { Database, type SqlSession } from '#app/storage/database'
import { LIMITS } from '#app/limits'
import { allow, makeKey } from '#tests/functional/auth/support/credentials'
import { KEYED_POSTS } from '#tests/functional/host/support/keyed_posts'
import {
  isReplayed,
  openWorld,
  sendKeyed,
  type KeyedPost,
  type World,
} from '#tests/functional/host/support/keyed_world'
import { Client, accepted, eventually, type AnyData } from '#tests/support/client'
import { platformAdmin } from '#tests/support/platform_admin'
import { readRows } from '#tests/support/rows'

let world: World

/** The newest kept answer of a route. */
async function keptRow(route: string): Promise<AnyData> {
  const [row] =
    await readRows`SELECT * FROM kept_answers WHERE route = ${route} ORDER BY created_at DESC
        LIMIT 1`
  return row
}

const draw = (prefix: string, client = world.realm.client): KeyedPost => ({
  client,
  address: '/api/v1/nonce',
  body: { realmId: world.realm.id, prefix },
  other: null,
  count: null,
})

test.group('host | kept answers', (group) => {
  group.setup(async () => {
    const platform = await platformAdmin()
    world = await openWorld(platform.admin)
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

  test('one key is another request in another realm or organization', async ({ assert }) => {
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
    await readRows`UPDATE kept_answers SET answer = 'unreadable' WHERE id = ${id}`
    const { status, error } = await sendKeyed(post, key)
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    assert.lengthOf(await readRows`SELECT id FROM api_keys WHERE name = ${'Sealed'}`, 1)
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
      await readRows`DELETE FROM kept_answers WHERE id = ${row.id}`
      if (name.endsWith('signing-keys')) {
        await readRows`UPDATE signing_keys SET revoked_at = created_at WHERE id = ${first.data.id}`
      }
      if (name.endsWith('halt')) accepted(await post.client.send('DELETE', post.address))
      const before = await post.count!()
      const database = await app.container.make(Database)
      const again = await database.transaction(async (session) => {
        await insertRow(session, row)
        const waiting = sendKeyed(post, key)
        await eventually('the request to wait for the row', async () => {
          const [held] = await readRows`SELECT 1 FROM information_schema.processlist
                WHERE info LIKE 'INSERT INTO kept_answers%'`
          return held ?? null
        })
        return { waiting }
      })
      const reply = await again.waiting
      assert.deepEqual([reply.body, isReplayed(reply)], [first.body, true])
      assert.equal(await post.count!(), before)
    })

  test('a change whose answer was lost is answered, and not made again', async ({ assert }) => {
    const post = await KEYED_POSTS['POST /api/v1/exchange/sim/clock']!(world, '')
    const key = randomUUID()
    accepted(await sendKeyed(post, key))
    const { id } = await keptRow('POST /api/v1/exchange/sim/clock')
    // As a crash between the two would leave it.
    await readRows`UPDATE kept_answers SET answer = NULL WHERE id = ${id}`
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
