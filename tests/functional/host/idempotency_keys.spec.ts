import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { declaredRoutes } from '#app/http/route_macros'
import { keyedPosts } from '#tests/functional/host/support/keyed_posts'
import {
  isReplayed,
  openWorld,
  told,
  sendKeyed,
  type World,
} from '#tests/functional/host/support/keyed_world'
import { pluck } from '#tests/support/client'
import { DocumentedExamples } from '#tests/support/documented_examples'
import { platformAdmin } from '#tests/support/platform_admin'

const KEYED_POSTS = await keyedPosts()

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
    const how = 'add them to support/keyed_posts.ts, or to tests/samples.ts of the module'
    assert.deepEqual(missing, [], how)
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
      const refused = [other.status, other.error?.code]
      assert.deepEqual(refused, [409, 'IDEMPOTENCY_VIOLATION'], JSON.stringify(other.body))
      // What makes no operation leads to none.
      const { operationId } = other.error!.details!
      if (!operationId) assert.notInclude(other.error!.message, 'details.operationId')
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
      const { address, body, headers } = examples.request(route)
      const client = address.includes('/admin/') ? world.admin : world.realm.client
      for (const key of ['', 'two words', 'one, two', 'ä', 'x'.repeat(256)]) {
        const sent = Buffer.from(key, 'utf8').toString('latin1')
        const keyed = { ...headers, 'idempotency-key': sent }
        const reply = await client.send('POST', address, body, keyed)
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
