import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { PolicyStatement } from '#app/extension/principal'
import { ListDeltas } from '#modules/ledger/services/list_deltas'
import { ListEvents } from '#modules/ledger/services/list_events'
import { ListOperations } from '#modules/ledger/services/list_operations'
import { ReadEvent } from '#modules/ledger/services/read_event'
import { TestRealm, accepted, pluck, type AnyData, type ObjectView } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { MISSING, refusesFields } from '#tests/support/refusals'

let realm: TestRealm
let alice: ObjectView
let bob: ObjectView

function reads(...resources: string[]): PolicyStatement {
  const actions = ['svc:ReadOperation', 'svc:ReadEvent', 'svc:ReadDelta']
  return { effect: 'Allow', actions, resources }
}

function list(path: string, query: Record<string, string | number> = {}) {
  return realm.get(`/${path}`, query)
}

async function walk(path: string, key: string, query: Record<string, string | number> = {}) {
  const rows: AnyData[] = []
  const totals: number[] = []
  let cursor: string | null = null
  do {
    const page: AnyData = accepted(
      await list(path, { ...query, ...(cursor !== null && { cursor }) })
    )
    rows.push(...page[key])
    totals.push(page.total)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { rows, totals }
}

const pathsOf = (rows: AnyData[]) => rows.map(({ path }) => path as string)

test.group('ledger | history lists', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    alice = await realm.account('/users/alice', '100')
    bob = await realm.account('/users/bob', '50')
    await realm.account('/shop/till', '10')
    await realm.transfer('/users/alice', '/users/bob', '1')
    await realm.transfer('/users/bob', '/shop/till', '2')
    await realm.transfer('/shop/till', '/users/alice', '3')
  })

  test('operations are filtered by type; types wins over type', async ({ assert }) => {
    const transfers = accepted(await list('operations', { type: 'transfer' }))
    assert.equal(transfers.total, 3)
    assert.deepEqual([...new Set(transfers.operations.map((o: AnyData) => o.type))], ['transfer'])
    const both = accepted(await list('operations', { type: 'transfer', types: 'create,deposit' }))
    assert.equal(both.total, 6)
    const types = both.operations.map((o: AnyData) => o.type)
    assert.notInclude(types, 'transfer')
    const all = accepted(await list('operations'))
    assert.equal(all.total, 9)
    assert.lengthOf(all.operations, 9)
    const doubled = accepted(await list('operations', { types: 'transfer,transfer' }))
    assert.equal(doubled.total, 3)
    assert.lengthOf(doubled.operations, 3)
  })

  test('operations are filtered by state, beside every other filter', async ({ assert }) => {
    const own = await TestRealm.with({ '/cash': '30' })
    await own.object('/perps', { type: 'exchange' })
    const moved = await own.transfer('/cash', '/perps', '10')
    const find = async (query: Record<string, string | number>) => {
      const asked = { realmId: own.id, limit: 3, ...query }
      return accepted(await own.client.get('/api/v1/operations', asked)).operations
    }
    for (const { state } of await find({ state: 'pending' })) assert.equal(state, 'pending')
    await own.completed(moved.id)
    assert.deepEqual(await find({ state: 'completed' }), await find({}))
    const narrow = { type: 'transfer', objectPath: '/cash' }
    assert.deepEqual(pathsOf(await find({ ...narrow, state: 'completed' })), [moved.path])
    assert.isEmpty(await find({ ...narrow, state: 'failed' }))
  })

  test('operations are found by object, object prefix and operation prefix', async ({ assert }) => {
    const ofAlice = accepted(await list('operations', { objectId: alice.id }))
    assert.equal(ofAlice.total, 4)
    const below = accepted(await list('operations', { objectPath: '/users/' }))
    assert.equal(below.total, 7)
    const exact = accepted(await list('operations', { objectPath: '/users' }))
    assert.equal(exact.total, 7, 'expected a prefix without a slash to cover what is below too')
    const none = accepted(await list('operations', { objectPath: '/user' }))
    assert.deepEqual([none.total, none.operations], [0, []])
    const created = accepted(await list('operations', { path: '/op/create/' }))
    assert.equal(created.total, 3)
    assert.isTrue(pathsOf(created.operations).every((path) => path.startsWith('/op/create/')))
  })

  test('filters narrow each other, whatever order they are answered in', async ({ assert }) => {
    const query = { objectPath: '/users/', types: 'transfer', path: '/op/test/' }
    const some = accepted(await list('operations', { ...query, objectId: bob.id }))
    assert.equal(some.total, 2)
    assert.lengthOf(some.operations, 2)
    const elsewhere = accepted(await list('operations', { ...query, path: '/other/' }))
    assert.deepEqual([elsewhere.total, elsewhere.operations], [0, []])
    const stranger = await TestRealm.open()
    const foreign = await stranger.object('/x')
    const other = accepted(await list('operations', { objectId: foreign.id }))
    assert.deepEqual([other.total, other.operations], [0, []])
  })

  test('context comes with each operation when it is asked for', async ({ assert }) => {
    const plain = accepted(await list('operations', { type: 'transfer' }))
    assert.notProperty(plain.operations[0], 'context')
    const full = accepted(await list('operations', { type: 'transfer', includeContext: 'true' }))
    assert.containSubset(full.operations[0].context, {
      type: 'transfer',
      transfer: { amount: '3.00', sourceObjectPath: '/shop/till' },
    })
  })

  test('a walk in small pages during writes gives each row of its cut once', async ({ assert }) => {
    const own = await realm.client.realm()
    await own.account('/a', '100')
    await own.object('/b')
    for (let index = 0; index < 7; index++) await own.transfer('/a', '/b', '1')
    for (const [path, key] of [
      ['operations', 'operations'],
      ['events', 'events'],
      ['deltas', 'deltas'],
    ] as const) {
      const whole = accepted(await own.get(`/${path}`))
      const ids: string[] = pluck(whole[key], 'id')
      const walked: string[] = []
      let cursor: string | undefined
      do {
        const query = { realmId: own.id, limit: 2, cursor }
        const page = accepted(await own.client.get(`/api/v1/${path}`, query))
        assert.equal(page.total, whole.total)
        walked.push(...pluck(page[key], 'id'))
        await own.transfer('/a', '/b', '0.5')
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      assert.deepEqual(walked, ids, path)
      assert.equal(whole.total, ids.length, path)
    }
  })

  test('events carry their fields, newest first, and are filtered', async ({ assert }) => {
    const { rows, totals } = await walk('events', 'events', { limit: 3 })
    assert.deepEqual([...new Set(totals)], [7])
    assert.lengthOf(rows, 7)
    assert.onlyProperties(rows[0], [
      'id',
      'realmId',
      'operationId',
      'operationPath',
      'objectPath',
      'type',
      'path',
      'payload',
      'createdAt',
    ])
    assert.deepEqual(
      pluck(rows, 'createdAt'),
      rows.map(({ createdAt }) => createdAt as string).toSorted((a, b) => (a < b ? 1 : -1))
    )
    const deposits = accepted(await list('events', { type: 'deposit.completed' }))
    assert.equal(deposits.total, 3)
    const users = accepted(await list('events', { objectPath: '/users/' }))
    assert.equal(users.total, 4)
    assert.lengthOf(users.events, 4)
    const both = accepted(await list('events', { objectPath: '/users/', type: 'object.created' }))
    assert.equal(both.total, 2)
    assert.lengthOf(both.events, 2)
  })

  test('an event comes with its operation and the changes beside it', async ({ assert }) => {
    const { events } = accepted(await list('events', { type: 'deposit.completed', limit: 1 }))
    const shown = accepted(await realm.client.get(`/api/v1/events/${events[0].id}`))
    assert.onlyProperties(shown, ['event', 'operation', 'deltas'])
    assert.deepEqual(shown.event, events[0])
    assert.equal(shown.operation.id, events[0].operationId)
    assert.lengthOf(shown.deltas, 2)
    for (const delta of shown.deltas) assert.equal(delta.eventId, events[0].id)
    const opening = accepted(await list('events', { type: 'realm.created' }))
    const first = accepted(await realm.client.get(`/api/v1/events/${opening.events[0].id}`))
    assert.isNull(first.operation)
    assert.deepEqual(first.deltas, [])
  })

  test('deltas are legs and stored changes in one list', async ({ assert }) => {
    const { rows, totals } = await walk('deltas', 'deltas', { limit: 4 })
    assert.deepEqual([...new Set(totals)], [rows.length])
    assert.equal(new Set(pluck(rows, 'id')).size, rows.length)
    const changes = rows.filter(({ deltaType }) => deltaType === 'balance_change')
    // Three deposits with two legs each, three transfers with a fee.
    assert.lengthOf(changes, 15)
    const legs = accepted(await list('deltas', { deltaType: 'balance_change' }))
    assert.equal(legs.total, 15)
    assert.deepEqual(pluck(legs.deltas, 'id'), pluck(changes, 'id'))
    const creations = accepted(await list('deltas', { deltaType: 'creation' }))
    assert.equal(creations.total, 3)
    assert.lengthOf(creations.deltas, 3)
    const ofAlice = accepted(await list('deltas', { objectPath: '/users/alice' }))
    assert.equal(ofAlice.total, 4)
    assert.lengthOf(ofAlice.deltas, 4)
    const { beforeValue, afterValue, amount } = ofAlice.deltas[0]
    assert.deepEqual([beforeValue, afterValue, amount], ['99.00', '101.95', '2.95'])
    assert.equal(ofAlice.deltas[2].amount, '100.00')
    assert.isNull(creations.deltas[0].amount)
  })

  test('what a credential may not read is neither listed nor counted', async ({ assert }) => {
    const principal = await endUser(realm, reads('/shop/*'))
    const query = { realmId: realm.id, limit: 100 }
    const operations = await (await app.container.make(ListOperations)).run(principal, query)
    assert.equal(operations.total, 4)
    assert.lengthOf(operations.operations, 4)
    const events = await (await app.container.make(ListEvents)).run(principal, query)
    assert.deepEqual([...new Set(pluck(events.events, 'objectPath'))], ['/shop/till'])
    assert.equal(events.total, events.events.length)
    const deltas = await (await app.container.make(ListDeltas)).run(principal, query)
    assert.deepEqual([...new Set(pluck(deltas.deltas, 'objectPath'))], ['/shop/till'])
    assert.equal(deltas.total, deltas.deltas.length)
  })

  test('a restricted walk goes past what is hidden; its cursor is sealed', async ({ assert }) => {
    const operations = await app.container.make(ListOperations)
    const principal = await endUser(realm, reads('/shop/*'))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { realmId: realm.id, limit: 1, cursor }
      const page = await operations.run(principal, query)
      assert.equal(page.total, 4)
      seen.push(...pluck(page.operations, 'id'))
      cursor = page.nextCursor ?? undefined
      if (cursor !== undefined) {
        assert.throws(() => JSON.parse(Buffer.from(cursor!, 'base64url').toString()))
        assert.isBelow(cursor.length, 512)
      }
    } while (cursor !== undefined)
    assert.lengthOf(new Set(seen), 4)
    const nobody = await endUser(realm, reads('/nowhere/*'))
    const nothing = await operations.run(nobody, { realmId: realm.id, limit: 100 })
    assert.deepEqual(nothing, { operations: [], total: 0, nextCursor: null })
    const open = await operations.run(await endUser(realm, reads('*')), {
      realmId: realm.id,
      limit: 1,
    })
    const forged = Buffer.from('["2026-01-01 00:00:00.000000",1,"x","y"]').toString('base64url')
    assert.equal(open.total, 9)
    await assert.rejects(() =>
      operations.run(principal, { realmId: realm.id, limit: 1, cursor: forged })
    )
  })

  test('an event needs svc:ReadEvent, and shows no more than may be read', async ({ assert }) => {
    const { events } = accepted(await list('events', { type: 'deposit.completed' }))
    const ofTill = events.find(({ objectPath }: AnyData) => objectPath === '/shop/till')
    const ofAlice = events.find(({ objectPath }: AnyData) => objectPath === '/users/alice')
    const read = await app.container.make(ReadEvent)
    const principal = await endUser(realm, {
      effect: 'Allow',
      actions: ['svc:ReadEvent', 'svc:ReadDelta'],
      resources: ['/shop/*'],
    })
    const shown = await read.run(principal, { id: ofTill.id })
    assert.isNull(shown.operation)
    assert.deepEqual(pluck(shown.deltas, 'objectPath'), ['/shop/till'])
    const refusal = await read.run(principal, { id: ofAlice.id }).catch((error: unknown) => error)
    assert.equal((refusal as { code: string }).code, 'FORBIDDEN')
  })

  test('a cursor goes on with its very list, and with no other', async ({ assert }) => {
    const other = await realm.client.post('/api/v1/realms', { name: 'Beside' })
    for (const path of ['operations', 'events', 'deltas', 'objects']) {
      const first = accepted(await list(path, { limit: 1 }))
      const cursor: string = first.nextCursor
      assert.equal((await list(path, { limit: 2, cursor })).status, 200, 'the size may change')
      const wrongs: Record<string, string>[] = [
        { cursor: `${cursor}A` },
        { cursor: `${cursor}=` },
        { cursor: cursor.slice(0, -1) },
        { cursor, realmId: other.data.id },
        { cursor, [path === 'objects' ? 'prefix' : 'objectPath']: '/users/' },
      ]
      for (const wrong of wrongs) {
        const reply = await list(path, wrong)
        assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'], path)
        assert.equal(reply.error.details!.fields![0]!.field, 'cursor')
      }
    }
  })

  test('wrong filters are named, never ignored or clamped', async ({ assert }) => {
    const cursors = ['', 'x', Buffer.from('[1,2]').toString('base64url'), 'a'.repeat(600)]
    const common = {
      realmId: [MISSING, 'x', '', randomUUID().toUpperCase()],
      limit: ['0', '501', '-1', '1.5', 'ten', ''],
      objectPath: ['users', '/a//b', '/../x', `/${'x'.repeat(600)}`],
      cursor: cursors,
    }
    const cases: Record<string, Record<string, readonly unknown[]>> = {
      operations: {
        ...common,
        type: ['payment', 'TRANSFER'],
        types: ['transfer,', 'transfer,nothing'],
        path: ['op'],
        objectId: [' ', 'x'.repeat(65)],
        includeContext: ['yes', '1'],
      },
      events: { ...common, type: ['Deposit', 'x'.repeat(65), "'"] },
      deltas: { ...common, deltaType: ['balance', 'leg'] },
    }
    for (const [path, wrong] of Object.entries(cases)) {
      await refusesFields(
        assert,
        (query) => realm.client.get(`/api/v1/${path}`, query as Record<string, string>),
        { realmId: realm.id },
        wrong
      )
    }
  })
})
