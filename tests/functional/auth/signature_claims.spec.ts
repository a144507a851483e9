import { createHash, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { AUTH_LIMITS } from '#modules/auth/limits'
import { PurgeExpired } from '#modules/auth/services/purge_expired'
import { makeKey } from '#tests/functional/auth/support/credentials'
import { registered, type RegisteredKey } from '#tests/functional/auth/support/signing'
import { requireSignatures } from '#tests/support/auth_settings'
import {
  Client,
  accepted,
  pluck,
  type AnyData,
  type Reply,
  type TestRealm,
  atOnce,
} from '#tests/support/client'
import { signatureHeaders, unusedSecond } from '#tests/support/signing_pair'
import { readRows, writeRows } from '#tests/support/rows'

type Headers = Record<string, string>
type Body = Record<string, unknown>

let builder: Client
let realm: TestRealm
let key: RegisteredKey
let objectId: string

const path = () => `/op/claims/${randomUUID()}`
const signedFor = (body?: Body): Promise<Headers> =>
  signatureHeaders(key.pair, { body, timestamp: unusedSecond() })

const send = (method: string, address: string, body: Body | undefined, headers: Headers) =>
  builder.send(method, address, body, headers)

const reasonOf = ({ status, error }: Reply<unknown>) => [
  status,
  error?.code,
  error?.details?.reason,
]
const refusedFor = (reason: string) => [401, 'INVALID_SIGNATURE', reason]

async function count(query: Record<string, string>): Promise<number> {
  const found = await builder.get('/api/v1/operations', { realmId: realm.id, ...query })
  return accepted(found).total
}

const transfer = () => ({
  realmId: realm.id,
  path: path(),
  sourceObjectPath: '/a',
  targetObjectPath: '/b',
  amount: '1.00',
})
const movement = <More extends Body>(more: More) => ({
  realmId: realm.id,
  objectPath: '/a',
  amount: '1.00',
  ...more,
})

/** Everything holds with signatures that a client may send and with those it must. */
for (const required of [false, true]) {
  test.group(`auth | one signature, one operation | required: ${required}`, (group) => {
    if (required) group.each.setup(requireSignatures)

    group.setup(async () => {
      builder = await Client.signIn()
      realm = await builder.realm()
      key = await registered(builder)
      await realm.account('/a', '1000.00')
      objectId = (await realm.object('/b')).id
    })

    test('the same operation again is a replay, by its signature or a new', async ({ assert }) => {
      const body = transfer()
      const headers = await signedFor(body)
      const first = await send('POST', '/api/v1/transfer', body, headers)
      for (const again of [headers, await signedFor(body)]) {
        const reply = await send('POST', '/api/v1/transfer', body, again)
        assert.equal(reply.status, 201)
        assert.equal(reply.headers.get('idempotent-replayed'), 'true')
        assert.equal(reply.data.operation.id, accepted(first).operation.id)
      }
      assert.equal(await count({ path: body.path }), 1)
    })

    test('a movement without path cannot be signed: {$self}')
      .with(['fund-account', 'defund-account', 'payment-links'])
      .run(async ({ assert }, route) => {
        const before = await count({})
        const body = movement(route === 'payment-links' ? { type: 'deposit' } : {})
        for (const sent of [body, { ...body, path: null }]) {
          const reply = await send('POST', `/api/v1/${route}`, sent, await signedFor(sent))
          assert.deepEqual(reasonOf(reply), refusedFor('signed_without_path'))
          assert.include(reply.error.message, 'Add path')
        }
        assert.equal(await count({}), before)
        const named = { ...body, path: path() }
        accepted(await send('POST', `/api/v1/${route}`, named, await signedFor(named)))
      })

    test('a deposit’s signature is worth nothing at a withdrawal, or back', async ({ assert }) => {
      for (const [route, other] of [
        ['fund-account', 'defund-account'],
        ['defund-account', 'fund-account'],
      ]) {
        const body = movement({ path: path() })
        const headers = await signedFor(body)
        accepted(await send('POST', `/api/v1/${route}`, body, headers))
        const reply = await send('POST', `/api/v1/${other}`, body, headers)
        assert.deepEqual(reasonOf(reply), refusedFor('wrong_route'))
        assert.equal(reply.error.details?.usedFor, `POST /api/v1/${route}`)
        assert.equal(await count({ path: body.path }), 1)
      }
    })

    test('of one signature at two routes at once one is executed', async ({ assert }) => {
      const body = movement({ path: path() })
      const headers = await signedFor(body)
      const replies = await atOnce(20, (index) =>
        send('POST', `/api/v1/${index % 2 ? 'fund' : 'defund'}-account`, body, headers)
      )
      const done = replies.filter(({ status }) => status === 201)
      const types = new Set(done.map(({ data }) => (data as AnyData).operation.type))
      assert.equal(types.size, 1)
      for (const reply of replies.filter(({ status }) => status !== 201)) {
        assert.deepEqual(reasonOf(reply), refusedFor('wrong_route'))
      }
      assert.equal(await count({ path: body.path }), 1)
    })

    test('fifty at once of one signature are one operation and its replays', async ({ assert }) => {
      const body = transfer()
      const headers = await signedFor(body)
      const replies = await atOnce(50, () => send('POST', '/api/v1/transfer', body, headers))
      assert.deepEqual([...new Set(pluck(replies, 'status'))], [201])
      const fresh = replies.filter((reply) => !reply.headers.has('idempotent-replayed'))
      assert.lengthOf(fresh, 1)
      assert.equal(await count({ path: body.path }), 1)
    })

    test('one signature without a path, fifty times at once, is one object', async ({ assert }) => {
      const body = { realmId: realm.id, path: `/o/${randomUUID()}` }
      const headers = await signedFor(body)
      const replies = await atOnce(50, () => send('POST', '/api/v1/objects', body, headers))
      const served = replies.filter(({ status }) => status === 201)
      assert.lengthOf(served, 1)
      assert.isTrue(replies.every(({ status }) => [200, 201, 401].includes(status)))
      assert.equal(await count({ objectPath: body.path }), 1)
    })

    test('a deleted object is not made again by its old signature', async ({ assert }) => {
      const body = { realmId: realm.id, path: `/o/${randomUUID()}` }
      const headers = await signedFor(body)
      const { operation } = accepted(await send('POST', '/api/v1/objects', body, headers))
      await realm.completed(operation.id)
      const deletion = { realmId: realm.id, path: body.path }
      const deleting = await signedFor(deletion)
      accepted(await send('POST', '/api/v1/objects/delete', deletion, deleting))
      const again = await send('POST', '/api/v1/objects', body, headers)
      assert.deepEqual(reasonOf(again), refusedFor('already_used'))
      // The same path anew: the old signature of the deletion does not reach it.
      await realm.object(body.path)
      const gone = await send('POST', '/api/v1/objects/delete', deletion, deleting)
      assert.deepEqual(reasonOf(gone), refusedFor('already_used'))
    })

    test('a deletion by id answers its own signature as before', async ({ assert }) => {
      const { id } = await realm.object(`/o/${randomUUID()}`)
      const body = { realmId: realm.id, objectId: id }
      const headers = await signedFor(body)
      const first = accepted(await send('POST', '/api/v1/objects/delete', body, headers))
      const again = accepted(await send('POST', '/api/v1/objects/delete', body, headers))
      assert.equal(again.operation.id, first.operation.id)
    })

    test('a bulk is claimed as a whole, and sent again it is a replay: {$self}')
      .with(['atomic', 'independent'])
      .run(async ({ assert }, mode) => {
        const sides = { sourceObjectPath: '/a', targetObjectPath: '/b', amount: '1.00' }
        const transfers = Array.from({ length: 30 }, () => ({ path: path(), ...sides }))
        const body = { realmId: realm.id, mode, transfers }
        const headers = await signedFor(body)
        for (let sent = 0; sent < 2; sent++) {
          const reply = accepted(await send('POST', '/api/v1/transfers/bulk', body, headers))
          assert.lengthOf(reply.results, 30)
        }
        for (const each of transfers) assert.equal(await count({ path: each.path }), 1)
      })

    test('what posts no operation is done once by a signature: {$self}')
      .with(['labels', 'folder labels', 'settings', 'zone', 'nonce', 'api key', 'realm', 'token'])
      .run(async ({ assert }, what) => {
        const { id: realmId } = realm
        const zone = `/z/${randomUUID()}`
        const scope = { statements: [{ actions: ['svc:Read'], resources: ['*'] }] }
        const changes: Record<string, [string, string, Body]> = {
          'labels': [
            'PATCH',
            `/objects/${objectId}/labels?realmId=${realmId}`,
            { labels: { a: 'b' } },
          ],
          'folder labels': ['PUT', '/folders/labels', { realmId, path: '/f', labels: { a: 'b' } }],
          'settings': ['PATCH', `/realms/${realmId}/settings`, { branding: null }],
          'zone': ['POST', '/isolation-zones', { realmId, path: zone }],
          'nonce': ['POST', '/nonce', { realmId, prefix: '/n/' }],
          'api key': ['POST', '/api-keys', { name: 'Signed' }],
          'realm': ['POST', '/realms', { name: 'Signed' }],
          'token': ['POST', '/auth/token', { realmId, sub: 'u', scope }],
        }
        const [method, address, body] = changes[what]!
        const headers = await signedFor(body)
        const replies = await atOnce(10, () => send(method, `/api/v1${address}`, body, headers))
        const done = replies.filter(({ status }) => status < 300)
        assert.lengthOf(done, 1, JSON.stringify(replies[0]!.body))
        for (const reply of replies.filter(({ status }) => status >= 300)) {
          assert.deepEqual(reasonOf(reply), refusedFor('already_used'))
        }
        accepted(await send(method, `/api/v1${address}`, body, await signedFor(body)))
      })

    test('a signature of {} serves its own request, and no other address', async ({ assert }) => {
      const [first, other] = [await makeKey(builder), await makeKey(builder)]
      const headers = await signedFor()
      const remove = (id: string) => send('DELETE', `/api/v1/api-keys/${id}`, undefined, headers)
      accepted(await remove(first.id))
      assert.deepEqual(reasonOf(await remove(other.id)), refusedFor('wrong_route'))
      assert.deepEqual(reasonOf(await remove(first.id)), refusedFor('already_used'))
      assert.equal((await other.client.get('/api/v1/realms')).status, 200)
    })

    test('a signature that came with a read signs no change', async ({ assert }) => {
      const { id, client } = await makeKey(builder)
      const headers = await signedFor()
      accepted(await send('GET', '/api/v1/realms', undefined, headers))
      accepted(await send('GET', '/api/v1/api-keys', undefined, headers))
      const reply = await send('DELETE', `/api/v1/api-keys/${id}`, undefined, headers)
      assert.deepEqual(reasonOf(reply), refusedFor('wrong_route'))
      assert.equal((await client.get('/api/v1/realms')).status, 200)
    })

    test('a signature of one method is refused with another one', async ({ assert }) => {
      const { id } = await builder.realm()
      const headers = await signedFor()
      const address = `/api/v1/realms/${id}`
      accepted(await send('GET', address, undefined, headers))
      const reply = await send('DELETE', address, undefined, headers)
      assert.deepEqual(reasonOf(reply), refusedFor('wrong_route'))
      assert.equal((await builder.get(address)).status, 200)
    })

    test('a dry run claims nothing', async ({ assert }) => {
      const body = { ...transfer(), dryRun: true }
      const headers = await signedFor(body)
      for (let asked = 0; asked < 2; asked++) {
        assert.equal((await send('POST', '/api/v1/transfer', body, headers)).status, 200)
      }
      assert.equal(await count({ path: body.path }), 0)
    })

    test('a refused movement may be sent again as signed, at its route', async ({ assert }) => {
      const body = { ...transfer(), amount: '5000.00' }
      const headers = await signedFor(body)
      const refused = await send('POST', '/api/v1/transfer', body, headers)
      assert.equal(refused.error.code, 'INSUFFICIENT_BALANCE')
      await realm.completed((await realm.fund('/a', '5000.00')).id)
      accepted(await send('POST', '/api/v1/transfer', body, headers))
      assert.equal(await count({ path: body.path }), 1)
    })
  })
}

test.group('auth | one signature, one operation | claims', () => {
  test('a claim is forgotten long after its signature ran out, not before', async ({ assert }) => {
    const { signatureClaimRetentionSeconds: retention } = AUTH_LIMITS
    const ago = { old: retention + 60, kept: retention - 60 }
    const digestOf = (name: string) => createHash('sha256').update(`${run} ${name}`).digest('hex')
    const run = randomUUID()
    for (const [name, seconds] of Object.entries(ago)) {
      await writeRows`INSERT INTO signature_claims (digest, method, route, target, holder,
          usable_until)
          VALUES (${digestOf(name)}, 'POST', '/', '', '', UTC_TIMESTAMP(6) - INTERVAL ${seconds}
            SECOND)`
    }
    await (await app.container.make(PurgeExpired)).run('signature_claims')
    const left = await readRows`SELECT digest FROM signature_claims
          WHERE digest IN (${Object.keys(ago).map(digestOf)})`
    assert.deepEqual(pluck(left, 'digest'), [digestOf('kept')])
  })
})
