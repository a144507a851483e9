import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Client, TestRealm, accepted, pluck, type AnyData, type Reply } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'

let realm: TestRealm

const remove = (body: Record<string, unknown>, client = realm.client) =>
  client.post('/api/v1/objects/delete', { realmId: realm.id, ...body })

const readiness = (id: string, realmId: string) =>
  realm.client.get(`/api/v1/objects/${id}/deletion-readiness`, { realmId })

const code = ({ status, error }: Reply<unknown>) => `${status} ${error?.code}`

test.group('ledger | deleting an object', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/sink': '0' })
  })

  test('an empty object is deleted at once with tombstone, event and delta', async ({ assert }) => {
    const object = await realm.object('/empty/wallet')
    const { status, data } = await remove({ objectId: object.id })
    assert.equal(status, 200)
    assert.containSubset(data.object, { id: object.id, path: '/empty/wallet', status: 'deleted' })
    assert.match(data.object.displayName, /^wallet\.deleted\.\d{4}\.\d\d\.\d\d\.\d{5}$/)
    assert.match(data.object.deletedAt, /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.containSubset(data.operation, {
      type: 'delete',
      state: 'completed',
      sourceObjectPath: '/empty/wallet',
      targetObjectPath: null,
    })
    assert.match(data.operation.path, /^\/op\/delete\/empty\/wallet:\d+$/)

    const detail = accepted(await realm.client.get(`/api/v1/operations/${data.operation.id}`))
    assert.deepEqual(pluck(detail.events, 'type'), ['object.deleted'])
    assert.containSubset(detail.deltas, [
      { deltaType: 'deletion', objectPath: '/empty/wallet', beforeValue: 'active' },
    ])
    const shown = accepted(await realm.client.get(`/api/v1/objects/${object.id}`))
    assert.equal(shown.object.status, 'deleted')
  })

  test('a funded object is swept without fee; its path is free at once', async ({ assert }) => {
    const object = await realm.account('/funded', '12.34')
    const target = await realm.object('/funded-sink')
    const data = accepted(await remove({ path: '/funded', sweepToPath: '/funded-sink' }))
    assert.equal(data.operation.targetObjectPath, '/funded-sink')
    assert.deepEqual(JSON.parse(data.operation.outcome).swept, {
      amount: '12.34',
      denomination: 'USD',
    })
    assert.equal(await realm.settled(target.id), '12.34')

    const again = await realm.object('/funded')
    assert.notEqual(again.id, object.id)
    assert.equal(await realm.settled(again.id), '0.00')
    await realm.fund('/funded', '1.00')
    await realm.transfer('/funded', '/funded-sink', '1.00')
    const detail = accepted(await realm.client.get(`/api/v1/operations/${data.operation.id}`))
    assert.sameMembers(
      detail.deltas.map(({ deltaType, objectPath }: AnyData) => `${deltaType} ${objectPath}`),
      ['balance_change /funded', 'balance_change /funded-sink', 'deletion /funded']
    )
  })

  test('deleted again, its id answers what happened, its path nothing', async ({ assert }) => {
    const object = await realm.account('/twice', '3.00')
    const first = accepted(await remove({ objectId: object.id, sweepToPath: '/sink' }))
    const second = await remove({ objectId: object.id })
    assert.equal(second.status, 200)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.data, first)
    const again = code(await remove({ path: '/twice', sweepToPath: '/sink' }))
    assert.equal(again, '404 OBJECT_NOT_FOUND')
    // A new object at the path is another one.
    const next = await realm.object('/twice')
    assert.deepEqual(accepted(await remove({ objectId: object.id })), first)
    const living = accepted(await realm.client.get(`/api/v1/objects/${next.id}`)).object.status
    assert.equal(living, 'active')
  })

  test('refuses what would lose or strand value', async ({ assert }) => {
    const object = await realm.account('/kept', '5.00')
    assert.equal(code(await remove({ path: '/kept' })), '409 SWEEP_REQUIRED')
    assert.equal(code(await remove({ path: '/kept', sweepToPath: '/nowhere' })), '404 NOT_FOUND')
    const intoItself = code(await remove({ path: '/kept', sweepToPath: '/kept' }))
    assert.equal(intoItself, '400 VALIDATION_ERROR')
    const gone = await realm.object('/gone')
    accepted(await remove({ objectId: gone.id }))
    assert.equal(code(await remove({ path: '/kept', sweepToPath: '/gone' })), '404 NOT_FOUND')
    assert.equal(await realm.settled(object.id), '5.00')
  })

  test('nothing reaches a deleted object, also from a cache', async ({ assert }) => {
    await realm.account('/busy', '5.00')
    await realm.transfer('/busy', '/sink', '1.00')
    accepted(await remove({ path: '/busy', sweepToPath: '/sink' }))
    const realmId = realm.id
    const transfer = (sourceObjectPath: string, targetObjectPath: string) =>
      realm.client.post('/api/v1/transfer', {
        realmId,
        path: `/op/${randomUUID()}`,
        sourceObjectPath,
        targetObjectPath,
        amount: '1.00',
      })
    assert.equal(code(await transfer('/busy', '/sink')), '404 NOT_FOUND')
    assert.equal(code(await transfer('/sink', '/busy')), '404 NOT_FOUND')
    const body = { realmId, objectPath: '/busy', amount: '1.00' }
    const fund = await realm.client.post('/api/v1/fund-account', body)
    assert.equal(code(fund), '404 OBJECT_NOT_FOUND')
    // The path lives again: what remembers the old object must not stand in the way.
    await realm.account('/busy', '2.00')
    assert.equal((await transfer('/busy', '/sink')).status, 201)
  })

  test('deleted objects are listed only for those who ask', async ({ assert }) => {
    const object = await realm.object('/listed/one')
    accepted(await remove({ objectId: object.id }))
    const query = { realmId: realm.id, prefix: '/listed/' }
    const living = accepted(await realm.client.get('/api/v1/objects', query))
    assert.deepEqual(living.objects, [])
    const all = accepted(
      await realm.client.get('/api/v1/objects', { ...query, includeDeleted: true })
    )
    assert.deepEqual(pluck(all.objects, 'id'), [object.id])
  })

  test('a path of the longest kind can be deleted', async ({ assert }) => {
    const path = `/${Array.from({ length: 4 }, () => 'x'.repeat(126)).join('/')}/yy`
    const object = await realm.object(path)
    const { operation } = accepted(await remove({ path: object.path }))
    assert.equal(operation.state, 'completed')
  })

  test('an object that is not created completely is not there', async ({ assert }) => {
    const created = accepted(await realm.post('/objects', { path: '/fresh' }))
    const answer = await remove({ objectId: created.object.id })
    // The create workflow may have been faster.
    assert.include(['404 OBJECT_NOT_FOUND', '200 undefined'], code(answer))
  })

  test('the service’s own objects are not deleted', async ({ assert }) => {
    const { objects } = accepted(await realm.get('/objects', { prefix: '/_system/' }))
    assert.isNotEmpty(objects)
    for (const { id, path } of objects as { id: string; path: string }[]) {
      assert.equal(code(await remove({ objectId: id })), '400 VALIDATION_ERROR')
      assert.equal(code(await remove({ path })), '400 VALIDATION_ERROR')
    }
  })

  test('wrong input is named', async ({ assert }) => {
    const object = await realm.object('/valid')
    const send = (input: Record<string, unknown>) =>
      realm.client.post('/api/v1/objects/delete', input)
    await refusesFields(
      assert,
      send,
      { realmId: realm.id, objectId: object.id },
      {
        realmId: [MISSING, ...NOT_TEXT, 'no-uuid'],
        objectId: [1, {}, ['x'], '', 'x'.repeat(65)],
        sweepToPath: [1, {}, 'relative', '/a/../b', '/_system/fees', '/a*', `/${'x'.repeat(600)}`],
        liquidatePositions: ['true', 1, 'yes', {}],
      }
    )
    for (const body of [{}, { objectId: object.id, path: '/valid' }]) {
      const { status, error } = await remove(body)
      assert.equal(status, 400)
      assert.sameMembers(pluck(error.details!.fields!, 'field'), ['objectId', 'path'])
    }
    const shown = accepted(await realm.client.get(`/api/v1/objects/${object.id}`))
    assert.equal(shown.object.status, 'active')
  })

  test('another organization’s object, or another realm’s, is not found', async ({ assert }) => {
    const object = await realm.object('/mine')
    const stranger = await TestRealm.open()
    const theirs = stranger.client
    assert.equal(code(await remove({ objectId: object.id }, theirs)), '404 NOT_FOUND')
    const body = { realmId: stranger.id, objectId: object.id }
    assert.equal(code(await theirs.post('/api/v1/objects/delete', body)), '404 OBJECT_NOT_FOUND')
    // Nor is it told whether it holds something, or how it went.
    const funded = await realm.account('/mine-too', '5.00')
    const gone = await realm.object('/mine-before')
    accepted(await remove({ objectId: gone.id }))
    for (const { id: objectId } of [funded, gone]) {
      const answer = await theirs.post('/api/v1/objects/delete', { realmId: stranger.id, objectId })
      assert.equal(code(answer), '404 OBJECT_NOT_FOUND')
    }
    const other = await realm.client.realm()
    const misplaced = { realmId: other.id, objectId: object.id }
    const elsewhere = code(await realm.client.post('/api/v1/objects/delete', misplaced))
    assert.equal(elsewhere, '404 OBJECT_NOT_FOUND')
    const asGuest = code(await remove({ objectId: object.id }, Client.anonymous()))
    assert.equal(asGuest, '401 UNAUTHORIZED')
    assert.equal(code(await readiness(object.id, other.id)), '404 OBJECT_NOT_FOUND')
    const peek = await theirs.get(`/api/v1/objects/${object.id}/deletion-readiness`, {
      realmId: stranger.id,
    })
    assert.equal(code(peek), '404 OBJECT_NOT_FOUND')
  })
})
