import { test } from '@japa/runner'
import { newId } from '#app/ids/ids'
import { allow, refusal, scoped } from '#tests/functional/auth/support/credentials'
import { remove, whileObjects } from '#tests/functional/ledger/support/statuses'
import { TestRealm, pluck, type AnyData, type Client } from '#tests/support/client'

test.group('ledger | versions of an object', (group) => {
  let realm: TestRealm
  let ids: string[]

  const versions = (id: string, query = {}, client: Client = realm.client) =>
    client.get(`/api/v1/objects/${id}/versions`, query)
  const listed = (data: AnyData) => pluck(data.versions, 'id')

  group.setup(async () => {
    realm = await TestRealm.open()
    ids = []
    for (let generation = 0; generation < 3; generation++) {
      const { id } = await realm.object('/again')
      ids.push(id)
      if (generation < 2) await remove(realm, '/again')
    }
    await realm.object('/again/below')
  })

  test('the id of any generation finds all of them, newest first', async ({ assert }) => {
    const newestFirst = ids.toReversed()
    for (const id of ids) {
      const { status, data } = await versions(id)
      assert.equal(status, 200)
      assert.deepEqual(listed(data), newestFirst)
      assert.equal(data.total, 3)
      assert.deepEqual(pluck(data.versions, 'status'), ['active', 'deleted', 'deleted'])
    }
  })

  test('pages fit together', async ({ assert }) => {
    const first = await versions(ids[0]!, { limit: 2 })
    const second = await versions(ids[0]!, { limit: 2, cursor: first.data.nextCursor })
    assert.deepEqual([...listed(first.data), ...listed(second.data)], ids.toReversed())
    assert.isNull(second.data.nextCursor)
    for (const query of [{ limit: 0 }, { limit: 1001 }, { cursor: 'x' }]) {
      assert.equal((await versions(ids[0]!, query)).status, 400)
    }
  })

  test('a generation that is not yet usable is not found', async ({ assert }) => {
    const { id } = await realm.object('/pending')
    const reply = await whileObjects([id], { ready_at: null }, () => versions(id))
    assert.containSubset(reply, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
  })

  test('an unknown, foreign or forbidden one is refused', async ({ assert }) => {
    const other = await TestRealm.open()
    for (const reply of [await versions(newId('obj')), await versions(ids[0]!, {}, other.client)]) {
      assert.containSubset(reply, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
    }
    const stranger = await scoped(realm, allow('svc:ReadObject', '/again/*'))
    assert.deepEqual(refusal(await versions(ids[0]!, {}, stranger)), {
      status: 403,
      code: 'FORBIDDEN',
      action: 'svc:ReadObject',
      resource: ids[0]!,
    })
  })
})

test.group('ledger | ensuring an object', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  const ensure = (body: Record<string, unknown>, client: Client = realm.client) =>
    client.post('/api/v1/objects', { realmId: realm.id, ...body })

  test('a reader finds an existing object, under a fresh path as well', async ({ assert }) => {
    const { id } = await realm.object('/there')
    const reader = await scoped(realm, allow('svc:Read', '*'))
    const stranger = await scoped(realm, allow('svc:ReadObject', '/other'))
    for (const body of [
      { path: '/there' },
      { path: '/there', metadata: '{"other":true}' },
      { path: '/there', operationPath: '/op/create/there:fresh' },
    ]) {
      const found = await ensure(body, reader)
      assert.equal(found.status, 200)
      assert.equal(found.data.object.id, id)
      assert.notProperty(found.data, 'operation')
      assert.equal((await ensure(body, stranger)).status, 403)
    }
    // Only creating needs more.
    assert.deepEqual(refusal(await ensure({ path: '/absent' }, reader)), {
      status: 403,
      code: 'FORBIDDEN',
      action: 'svc:CreateObject',
      resource: '/absent',
    })
  })

  test('a used operation path answers before the object is looked at', async ({ assert }) => {
    const keyed = { path: '/first', operationPath: '/op/create/first:1' }
    const first = await ensure(keyed)
    await realm.completed(first.data.operation.id)
    const again = await ensure({ ...keyed, metadata: '{"not":"compared"}' })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.data.object.id, first.data.object.id)
    assert.equal((await ensure({ ...keyed, type: 'escrow' })).error.code, 'IDEMPOTENCY_VIOLATION')
    await realm.object('/second')
    const elsewhere = await ensure({ path: '/second', operationPath: '/op/create/first:1' })
    assert.equal(elsewhere.error.code, 'IDEMPOTENCY_VIOLATION')
  })

  test('another type at the path is a conflict, operation path or not', async ({ assert }) => {
    await realm.object('/typed', { type: 'escrow' })
    for (const operationPath of [undefined, '/op/create/typed:9']) {
      const reply = await ensure({ path: '/typed', operationPath })
      assert.containSubset(reply, { status: 409, error: { code: 'CONFLICT' } })
    }
  })

  test('until prepared an object is found by ensuring it and nowhere else', async ({ assert }) => {
    const { id } = await realm.object('/raw')
    await whileObjects([id], { ready_at: null }, async () => {
      assert.equal((await ensure({ path: '/raw' })).data.object.id, id)
      const { client, id: realmId } = realm
      for (const reply of [
        await client.get(`/api/v1/objects/${id}`),
        await client.get(`/api/v1/objects/${id}/balances`),
        await realm.find('/raw'),
        await client.send('PATCH', `/api/v1/objects/${id}/labels?realmId=${realmId}`, {
          labels: { a: 'b' },
        }),
      ]) {
        assert.containSubset(reply, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
      }
      const browsed = await realm.get('/objects/browse')
      assert.notInclude(JSON.stringify(browsed.data), '/raw')
    })
  })
})
