import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { Poster } from '#modules/ledger/services/poster/poster'
import { allow, refusal, scoped } from '#tests/functional/auth/support/credentials'
import { remove, whileObjects } from '#tests/functional/ledger/support/statuses'
import {
  TestRealm,
  accepted,
  until,
  pluck,
  type Client,
  type ObjectView,
  atOnce,
} from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'

const OUTSIDE = {
  isBoundaryRoot: false,
  isInsideBoundary: false,
  boundaryRootPath: null,
  boundaryId: null,
}

interface Placed extends ObjectView {
  isolation: Record<string, unknown>
}

test.group('ledger | isolation zones', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  const declare = (path: string, client: Client = realm.client, realmId = realm.id) =>
    client.post('/api/v1/isolation-zones', { realmId, path })
  const object = async (path: string, inside: TestRealm = realm) =>
    (await inside.object(path)) as Placed

  test('a zone has a boundary of its own; declaring it again finds it', async ({ assert }) => {
    const first = await declare('/funds/alpha')
    assert.equal(first.status, 201)
    const { id, boundaryId, createdAt } = first.data
    assert.match(id, /^izn_/)
    assert.match(boundaryId, /^bnd_/)
    assert.notEqual(boundaryId, defaultBoundaryId(realm.id))
    assert.deepEqual(first.data, {
      id,
      realmId: realm.id,
      path: '/funds/alpha',
      boundaryId,
      createdAt,
      updatedAt: createdAt,
      isolation: {
        isBoundaryRoot: true,
        isInsideBoundary: true,
        boundaryRootPath: '/funds/alpha',
        boundaryId,
      },
    })
    const again = await declare('/funds/alpha')
    assert.equal(again.status, 200)
    assert.deepEqual(again.data, first.data)
    const elsewhere = await realm.client.realm()
    const same = await declare('/funds/alpha', realm.client, elsewhere.id)
    assert.equal(same.status, 201)
    assert.notEqual(same.data.boundaryId, boundaryId)
  })

  test('objects show the zone they lie in, the nearest at or above them', async ({ assert }) => {
    const outer = accepted(await declare('/nest'))
    const inner = accepted(await declare('/nest/in'))
    const inside = (zone: { path: string; boundaryId: string }, isBoundaryRoot: boolean) => ({
      isBoundaryRoot,
      isInsideBoundary: true,
      boundaryRootPath: zone.path,
      boundaryId: zone.boundaryId,
    })
    const expected: Record<string, object> = {
      '/nest': inside(outer, true),
      '/nest/a/b': inside(outer, false),
      '/nest/in': inside(inner, true),
      '/nest/in/a': inside(inner, false),
      '/nest/inner': inside(outer, false),
      '/nesting': OUTSIDE,
    }
    for (const [path, isolation] of Object.entries(expected)) {
      const { id } = await object(path)
      const { data } = await realm.client.get(`/api/v1/objects/${id}`)
      assert.deepEqual(data.object.isolation, isolation, path)
      assert.notProperty(data.object, 'boundary')
    }
    const list = await realm.get('/objects', { prefix: '/nest' })
    for (const shown of list.data.objects) {
      assert.deepEqual(shown.isolation, expected[shown.path])
    }
  })

  test('an object at or below its path, even unprepared, refuses a zone', async ({ assert }) => {
    const { id } = await object('/taken/by/me')
    for (const path of ['/taken', '/taken/by', '/taken/by/me']) {
      const reply = await declare(path)
      assert.equal(reply.status, 409, path)
      assert.equal(reply.error.code, 'CONFLICT')
    }
    assert.equal((await declare('/taken/by/me/below')).status, 201)
    assert.equal((await declare('/taken/b')).status, 201)

    for (const status of ['withdrawn', 'deleting'] as const) {
      await whileObjects([id], { status }, async () =>
        assert.equal((await declare('/taken/by')).status, 409, status)
      )
    }
    await remove(realm, '/taken/by/me')
    assert.equal((await declare('/taken/by')).status, 201)
  })

  test('of 50 at once, declaring and creating, none has a wrong boundary', async ({ assert }) => {
    for (let round = 0; round < 4; round++) {
      const own = await realm.client.realm()
      const replies = await atOnce(50, (index) =>
        index % 5 === 2
          ? declare('/race', own.client, own.id)
          : own.post('/objects', { path: `/race/o${index}` })
      )
      assert.isTrue(replies.every(({ status }) => [200, 201, 409].includes(status)))
      const objects =
        await readRows`SELECT DISTINCT boundary_id FROM objects WHERE realm_id = ${own.id}
            AND path LIKE '/race/%'`
      const zones =
        await readRows`SELECT boundary_id FROM isolation_zones WHERE realm_id = ${own.id}`
      assert.isAtMost(zones.length, 1)
      const expected = zones[0]?.boundary_id ?? defaultBoundaryId(own.id)
      const boundaries = objects.map((row) => row.boundary_id)
      assert.deepEqual(boundaries, [expected])
    }
  })

  test('of 50 declarations at once one zone comes out, with one fee object', async ({ assert }) => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => declare('/once')))
    const declared = replies.filter(({ status }) => status === 201)
    assert.lengthOf(declared, 1)
    assert.equal(new Set(replies.map(({ data }) => data.boundaryId)).size, 1)
    const { boundaryId } = replies[0]!.data
    const fees = await realm.get('/objects', { prefix: `/_system/fees/${boundaryId}` })
    assert.equal(fees.data.total, 1)
  })

  test('hundreds of zones in one group are decided in one go', async ({ assert }) => {
    const own = await realm.client.realm()
    await own.object('/z7/taken')
    const poster = await app.container.make(Poster)
    const results = await Promise.allSettled(
      Array.from({ length: 500 }, (_, index) =>
        poster.post({
          kind: 'declare_zone',
          realmId: own.id,
          zone: { id: newId('izn'), path: `/z${index}`, boundaryId: newId('bnd') },
          feesId: newId('obj'),
          actor: { type: 'builder', id: 'bld_test' },
          ids: { event: newId('evt') },
          jobs: [],
        })
      )
    )
    const rejected = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    assert.deepEqual(rejected, [7])
  })

  test('hundreds of creations under the deepest paths fit the statements', async ({ assert }) => {
    const own = await realm.client.realm()
    accepted(await declare('/d', own.client, own.id))
    const replies = await atOnce(150, (index) =>
      own.post('/objects', { path: `/d/${String(index).padStart(3, '0')}${'/x'.repeat(253)}` })
    )
    assert.deepEqual([...new Set(pluck(replies, 'status'))], [201])
    const roots = replies.map(({ data }) => data.object.isolation.boundaryRootPath)
    assert.deepEqual([...new Set(roots)], ['/d'])
  })

  test('a transfer in a zone pays its fee there; paper may cross zones', async ({ assert }) => {
    const own = await realm.client.realm()
    const zone = accepted(await declare('/vault', own.client, own.id))
    await own.account('/vault/a', '10.00')
    await own.object('/vault/b')
    await own.object('/open')
    await own.transfer('/vault/a', '/vault/b', '1.00')
    await own.transfer('/vault/a', '/open', '1.00')
    const feesOf = async (path: string) => {
      const reply = await own.find(path)
      return reply.data.balances[0].settled
    }
    // Where a chain is configured, the crossing waits for it.
    await until('the crossing', async () => {
      return (await feesOf('/open')) === '0.95'
    })
    assert.equal(await feesOf(`/_system/fees/${zone.boundaryId}`), '0.10')
    assert.equal(await feesOf('/_system/fees'), '0.00')
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: own.id }), [])
  })

  test('fee objects of zones stay out of lists that do not ask for them', async ({ assert }) => {
    const own = await realm.client.realm()
    accepted(await declare('/vault', own.client, own.id))
    assert.containSubset(await own.get('/objects'), { data: { total: 0 } })
  })

  test('what is no path for a zone is refused by name', async ({ assert }) => {
    const send = (body: Record<string, unknown>) =>
      realm.client.post('/api/v1/isolation-zones', body)
    await refusesFields(
      assert,
      send,
      { realmId: realm.id, path: '/zone' },
      {
        realmId: [MISSING, null, 1, '', 'x', [], {}],
        path: [
          MISSING,
          null,
          1,
          {},
          [],
          '',
          '/',
          'zone',
          '/zone/',
          '//zone',
          '/a/../b',
          '/a/..',
          '/a/./b',
          '/a b',
          '/a\u00a0b',
          '/a\u2028b',
          '/a*',
          '/a,b',
          '/_system',
          '/_system/fees/x',
          '/_builder',
          `/${'x'.repeat(129)}`,
          `/${'é'.repeat(128)}`.repeat(2),
          `${'/x'.repeat(256)}y`,
          '/\ud800',
        ],
      }
    )
    const longest = '/x'.repeat(256)
    assert.equal((await declare(longest)).status, 201)
    // Letters that look alike are different paths: the collation folds nothing.
    const latin = accepted(await declare('/look/a'))
    const cyrillic = accepted(await declare('/look/\u0430'))
    const capital = accepted(await declare('/look/A'))
    assert.equal(new Set([latin.id, cyrillic.id, capital.id]).size, 3)
  })

  test('it needs svc:CreateObject on the path, in a realm of one’s own', async ({ assert }) => {
    const other = await TestRealm.open()
    const foreign = await declare('/mine', other.client)
    assert.containSubset(foreign, { status: 404, error: { code: 'NOT_FOUND' } })
    const stranger = await scoped(
      realm,
      allow('svc:CreateObject', '/other/*'),
      allow('svc:Read', '*')
    )
    const maker = await scoped(realm, allow('svc:CreateObject', '/made/*'))
    assert.deepEqual(refusal(await declare('/made/zone', stranger)), {
      status: 403,
      code: 'FORBIDDEN',
      action: 'svc:CreateObject',
      resource: '/made/zone',
    })
    assert.equal((await declare('/made/zone', maker)).status, 201)
    assert.equal((await declare('/made', maker)).status, 403)
  })

  test('a guard may stop every change in a boundary, and none outside it', async ({ assert }) => {
    const own = await realm.client.realm()
    const { client, id: realmId } = own
    const zone = accepted(await declare('/shut', client, realmId))
    const { id } = await object('/shut/a', own)
    const outside = await object('/open/a', own)
    const asked: string[] = []
    const host = await app.container.make(ModuleHost)
    host.add({
      name: `shut_${zone.id}`,
      title: 'Shut',
      movementGuards: [
        {
          name: 'shut',
          check: () => {},
          checkChange: ({ path, boundaryId }) => {
            if (boundaryId !== zone.boundaryId) return
            asked.push(path)
            throw new ServiceError('CONFLICT', { message: 'Shut.' })
          },
        },
      ],
    })
    const labels = { a: 'b' }
    const changes = (root: string, objectId: string) => [
      own.post('/objects', { path: `${root}/b` }),
      client.send('PATCH', `/api/v1/objects/${objectId}/labels?realmId=${realmId}`, { labels }),
      client.send('PUT', '/api/v1/folders/labels', { realmId, path: `${root}/f`, labels }),
      declare(`${root}/zone`, client, realmId),
    ]
    for (const reply of await Promise.all(changes('/shut', id))) {
      assert.match(reply.error?.message, /^Shut\. /)
    }
    assert.sameMembers(asked, ['/shut/b', '/shut/a', '/shut/f', '/shut/zone'])
    for (const reply of await Promise.all(changes('/open', outside.id))) {
      assert.isBelow(reply.status, 300)
    }
    // What is there already is only read.
    assert.equal((await own.post('/objects', { path: '/shut/a' })).status, 200)
  })

  test('the state of a boundary that is not active shows on its objects', async ({ assert }) => {
    const own = await realm.client.realm()
    const zone = accepted(await declare('/cold', own.client, own.id))
    const { id } = await object('/cold/a', own)
    await object('/warm', own)
    const frozen = {
      boundaryId: zone.boundaryId,
      status: 'soft_frozen' as const,
      lockedAt: '2026-01-01T00:00:00.000000Z',
      frozenAt: null,
      recoveryActor: '0x00000000000000000000000000000000000000aa',
      recoveryTxHash: null,
      recoveryObjectPath: null,
    }
    const host = await app.container.make(ModuleHost)
    host.add({
      name: `frozen_${zone.id}`,
      title: 'Frozen',
      boundaryStatusSources: [
        {
          name: 'frozen',
          inactive: async (ids) =>
            new Map(ids.includes(zone.boundaryId) ? [[zone.boundaryId, frozen]] : []),
        },
      ],
    })
    const { client, id: realmId } = own
    assert.deepEqual((await client.get(`/api/v1/objects/${id}`)).data.object.boundary, frozen)
    assert.deepEqual((await own.post('/objects', { path: '/cold/a' })).data.object.boundary, frozen)
    for (const address of ['/api/v1/objects', '/api/v1/objects/browse']) {
      const { data } = await client.get(address, { realmId, prefix: '/cold' })
      assert.deepEqual(data.objects[0].boundary, frozen, address)
    }
    const warm = await own.find('/warm')
    assert.notProperty(warm.data.object, 'boundary')
  })
})
