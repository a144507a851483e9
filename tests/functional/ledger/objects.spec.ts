import { test } from '@japa/runner'
import { TestRealm, eventually, pluck, atOnce } from '#tests/support/client'

test.group('ledger | objects', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  test('a new object is pending, then usable, completed with an event', async ({ assert }) => {
    const { client } = realm
    const reply = await realm.post('/objects', { path: '/users/u1/wallet' })
    assert.equal(reply.status, 201)
    const { object, operation } = reply.data
    assert.match(object.id, /^obj_/)
    assert.containSubset(object, { denomination: 'USD', status: 'active' })
    assert.containSubset(operation, { state: 'pending', path: '/op/create/users/u1/wallet:1' })
    await realm.completed(operation.id)
    const detail = await client.get(`/api/v1/operations/${operation.id}`)
    assert.deepEqual(pluck(detail.data.events, 'type'), ['object.created'])
    const shown = await client.get(`/api/v1/objects/${object.id}`)
    assert.equal(shown.status, 200)
    assert.onlyProperties(shown.data, ['object', 'operations', 'events', 'deltas', 'balances'])
    assert.containSubset(shown.data.balances[0], {
      denomination: 'USD',
      amount: '0.00',
      arriving: '0.00',
      settled: '0.00',
      departing: '0.00',
      total: '0.00',
    })
  })

  test('ensuring an object that is there answers 200 with the object alone', async ({ assert }) => {
    const object = await realm.object('/twice')
    const again = await realm.post('/objects', { path: '/twice', metadata: '{}' })
    assert.equal(again.status, 200)
    assert.equal(again.data.object.id, object.id)
    assert.notProperty(again.data, 'operation')
    const other = await realm.post('/objects', { path: '/twice', type: 'escrow' })
    assert.containSubset(other, { status: 409, error: { code: 'CONFLICT' } })
  })

  test('of 20 concurrent creations one object comes out', async ({ assert }) => {
    const request = { realmId: realm.id, path: '/race' }
    const replies = await atOnce(20, () => realm.client.post('/api/v1/objects', request))
    assert.equal(new Set(replies.map(({ data }) => data.object.id)).size, 1)
    const created = replies.filter(({ status }) => status === 201)
    assert.lengthOf(created, 1)
  })

  test('an operationPath answers its result again, other inputs never', async ({ assert }) => {
    const request = { realmId: realm.id, path: '/keyed', operationPath: '/op/create/keyed:7' }
    const first = await realm.client.post('/api/v1/objects', request)
    const again = await realm.client.post('/api/v1/objects', request)
    const other = await realm.client.post('/api/v1/objects', { ...request, path: '/keyed2' })
    assert.equal(first.status, 201)
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.data.object.id, first.data.object.id)
    assert.equal(other.error.code, 'IDEMPOTENCY_VIOLATION')
  })

  test('lists newest first, by prefix, in pages that fit together', async ({ assert }) => {
    const own = await realm.client.realm()
    for (const name of ['/a/1', '/a/2', '/a/3', '/b/1']) await own.object(name)
    const all = await own.get('/objects')
    assert.containSubset(all.data, { total: 4, nextCursor: null })
    const paths = pluck(all.data.objects, 'path')
    assert.deepEqual(paths, ['/b/1', '/a/3', '/a/2', '/a/1'])

    const query = { realmId: own.id, prefix: '/a/', limit: 2 }
    const first = await own.client.get('/api/v1/objects', query)
    await own.object('/a/late')
    const second = await own.client.get('/api/v1/objects', {
      ...query,
      cursor: first.data.nextCursor,
    })
    const walked = pluck([...first.data.objects, ...second.data.objects], 'path')
    assert.deepEqual(walked, ['/a/3', '/a/2', '/a/1'], 'expected no row twice and no late row')
    assert.containSubset(second.data, { total: 3, nextCursor: null })
  })

  test('the service’s own objects are shown only to those who ask for them', async ({ assert }) => {
    const plain = await realm.get('/objects')
    const system = await realm.get('/objects', { prefix: '/_system/' })
    const internal = ({ path }: { path: string }) => path.startsWith('/_')
    assert.isFalse(plain.data.objects.some(internal))
    assert.lengthOf(system.data.objects.filter(internal), 2)
  })

  test('names that begin like a reserved part of the tree are free', async ({ assert }) => {
    const own = await realm.client.realm()
    await own.object('/_treasury')
    const { data } = await own.get('/objects')
    assert.deepEqual(pluck(data.objects, 'path'), ['/_treasury'])
  })

  test('the longest path is created and funded without an operation path', async ({ assert }) => {
    const path = `/${'x'.repeat(127)}`.repeat(4)
    assert.equal((await realm.account(path, '1')).path, path)
  })

  test('an id that no id can be is refused or missing, never a failure')
    .with([
      '/api/v1/objects/obj_%C3%A9',
      '/api/v1/operations/%C3%A9',
      `/api/v1/objects/obj_${'x'.repeat(300)}`,
      '/api/v1/operations/x',
      '/api/v1/objects/%E0%A4%A',
    ])
    .run(async ({ assert }, path) => {
      const { status } = await realm.client.get(path)
      assert.include([400, 404], status, `expected ${path} to be refused`)
    })

  test('a cursor that no list gave out is refused', async ({ assert }) => {
    const forged = Buffer.from('["garbage",1,"x","y"]').toString('base64url')
    for (const list of ['objects', 'operations']) {
      const reply = await realm.get(`/${list}`, { cursor: forged })
      assert.equal(reply.status, 400)
      assert.equal(reply.error.details!.fields![0]!.field, 'cursor')
    }
  })

  test('by-path finds what has the path, and 404 what has not', async ({ assert }) => {
    const object = await realm.object('/by/path')
    const found = await realm.find('/by/path')
    assert.equal(found.data.object.id, object.id)
    const missing = await realm.find('/by')
    assert.containSubset(missing, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
  })

  test('wrong fields of a creation are all named, and nothing is stored')
    .with([
      { realmId: 1, path: 2, type: 3, metadata: 4, operationPath: 5 },
      { realmId: 'x', path: '/', type: 'cash', metadata: '{', operationPath: 'op' },
      { realmId: {}, path: '/_system/x', type: null, metadata: 'x', operationPath: '/_system/op' },
    ])
    .run(async ({ assert }, wrong) => {
      const reply = await realm.client.post('/api/v1/objects', wrong)
      assert.equal(reply.status, 400)
      const fields = pluck(reply.error.details!.fields!, 'field')
      assert.includeMembers(fields, ['realmId', 'path', 'metadata', 'operationPath'])
    })

  test('wrong list parameters are refused, never clamped')
    .with([
      { limit: 0 },
      { limit: 1001 },
      { limit: '1.5' },
      { limit: 'x' },
      { cursor: 'x' },
      { prefix: 'users' },
      { includeDeleted: 'maybe' },
      { realmId: 'x' },
    ])
    .run(async ({ assert }, wrong) => {
      const reply = await realm.get('/objects', wrong)
      assert.equal(reply.status, 400, `expected ${JSON.stringify(wrong)} to be refused`)
      assert.equal(reply.error.code, 'VALIDATION_ERROR')
    })

  test('until the workflow ends, other endpoints do not know the object', async ({ assert }) => {
    const { client } = realm
    const reply = await realm.post('/objects', { path: '/fresh' })
    const funded = await realm.deposit('/fresh-not-there', '1')
    assert.containSubset(funded, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
    const object = await eventually('the object to be usable', async () => {
      const shown = await client.get(`/api/v1/objects/${reply.data.object.id}`)
      return shown.status === 200 ? shown.data.object : null
    })
    assert.equal(object.path, '/fresh')
  })
})
