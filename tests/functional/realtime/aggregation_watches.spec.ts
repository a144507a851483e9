import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { ANALYTICS_LIMITS } from '#modules/analytics/limits'
import { WatchStore } from '#modules/analytics/storage/watch_store'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { TestRealm, accepted, eventually, until, pluck, type AnyData } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { TestSocket, type Frame } from '#tests/support/socket'
import { readRows, writeRows } from '#tests/support/rows'

const WATCHES = '/api/v1/aggregations/watch'

let realm: TestRealm

const open = () => TestSocket.open(realm.id, realm.client.token!)
const create = (sources: unknown) => realm.client.post(WATCHES, { realmId: realm.id, sources })
const made = async (type: string, value: string) => accepted(await create([{ type, value }]))
const pathsOf = ({ objects }: AnyData) => pluck(objects, 'path')

/** What of an aggregation does not depend on when it was asked. */
const settled = ({ prefix: _prefix, midPrice: _mid, ...rest }: AnyData) => rest

test.group('realtime | aggregation watches', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/u/1/cash': '100', '/u/2/cash': '200', '/u/2/save': '50' })
  })

  test('every type of source, and a watch made of watches', async ({ assert }) => {
    const prefix = await made('prefix', '/u/2/')
    assert.containSubset(prefix.aggregation, { totalEquityUsd: '250.00', prefix: '(watch)' })
    assert.equal((await made('prefix', '/u/2')).aggregation.totalEquityUsd, '0.00')
    const pattern = await made('pattern', '/u/*/cash')
    assert.deepEqual(pathsOf(pattern.aggregation), ['/u/1/cash', '/u/2/cash'])
    const paths = await made('paths', '/u/1/cash,/u/2/save,/u/none')
    assert.equal(paths.aggregation.totalEquityUsd, '150.00')
    const both = accepted(
      await create([
        { type: 'watch', value: prefix.watchId },
        { type: 'watch', value: pattern.watchId },
      ])
    )
    // An object that is in both counts once.
    assert.equal(both.aggregation.totalEquityUsd, '350.00')
    const two = await made('pattern', '/*/2/*')
    assert.deepEqual(pathsOf(two.aggregation), ['/u/2/cash', '/u/2/save'])
    assert.equal((await made('prefix', '/nothing/')).aggregation.totalEquityUsd, '0.00')
  })

  test('reading a watch shows the present, and a deleted one is gone', async ({ assert }) => {
    await realm.account('/read/a', '10')
    const { watchId } = await made('prefix', '/read/')
    await realm.fund('/read/a', '5')
    const read = accepted(await realm.client.get(`${WATCHES}/${watchId}`))
    assert.equal(read.totalEquityUsd, '15.00')
    assert.deepEqual(accepted(await realm.client.send('DELETE', `${WATCHES}/${watchId}`)), {
      deleted: true,
    })
    assert.equal((await realm.client.get(`${WATCHES}/${watchId}`)).status, 404)
    assert.equal((await realm.client.send('DELETE', `${WATCHES}/${watchId}`)).status, 404)
  })

  test('a watch nobody reads ends after five minutes, one read stays', async ({ assert }) => {
    const [idle, read] = [await made('prefix', '/u/'), await made('prefix', '/u/')]
    const age = (watchId: string, seconds: number) =>
      writeRows`UPDATE aggregation_watches SET read_at = read_at - INTERVAL ${seconds} SECOND
          WHERE id = ${watchId}`
    await age(idle.watchId, 301)
    await age(read.watchId, 200)
    assert.equal((await realm.client.get(`${WATCHES}/${idle.watchId}`)).status, 404)
    accepted(await realm.client.get(`${WATCHES}/${read.watchId}`))
    await age(read.watchId, 200)
    await (await app.container.make(WatchStore)).evict()
    const left = await readRows`SELECT id FROM aggregation_watches
          WHERE id IN (${[idle.watchId, read.watchId]})`
    assert.deepEqual(left, [{ id: read.watchId }])
  })

  test('a realm has so many watches; those nobody reads do not count', async ({ assert }) => {
    const full = await TestRealm.open()
    const ids = Array.from({ length: ANALYTICS_LIMITS.watchesPerRealm }, () => newId('wat'))
    await writeRows(
      `INSERT INTO aggregation_watches (id, realm_id, sources, created_at, read_at)
       VALUES ${ids.map(() => '(?, ?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))').join(', ')}`,
      ids.flatMap((id) => [id, full.id, '[]'])
    )
    const body = { realmId: full.id, sources: [{ type: 'prefix', value: '/' }] }
    assert.equal((await full.client.post(WATCHES, body)).error.code, 'WATCH_LIMIT')
    await writeRows`UPDATE aggregation_watches SET read_at = read_at - INTERVAL 301 SECOND
        WHERE id = ${ids[0]!}`
    accepted(await full.client.post(WATCHES, body))
    assert.equal((await full.client.post(WATCHES, body)).error.code, 'WATCH_LIMIT')
  })

  test('sources that are none are refused by their field', async ({ assert }) => {
    const valid = { realmId: realm.id, sources: [{ type: 'prefix', value: '/u/' }] }
    const source = (type: unknown, value: unknown) => [{ type, value }]
    const other = await TestRealm.open()
    const foreign = accepted(
      await other.client.post(WATCHES, { ...valid, realmId: other.id })
    ).watchId
    await refusesFields(assert, (body) => realm.client.post(WATCHES, body), valid, {
      realmId: [...NOT_TEXT, MISSING],
      sources: [
        MISSING,
        [],
        {},
        'x',
        [{}],
        source('prefix', ''),
        source('prefix', 'u'),
        source('prefix', 7),
        source('prefix', '/u/*'),
        source('folder', '/u/'),
        source('pattern', '/u/a*'),
        source('pattern', '/u/**'),
        source('paths', '/u/1,'),
        source('paths', `/u/${'x'.repeat(20_000)}`),
        source('watch', 'wat_none'),
        source('watch', 'wat_01k00000000000000000000000'),
        source('watch', foreign),
        Array.from({ length: 21 }, () => ({ type: 'prefix', value: '/u/' })),
      ],
    })
  })

  test('a scope sees its part of a watch only, and only where it may watch', async ({ assert }) => {
    const reader = await scoped(realm, allow('svc:Read', '/u/1/*'))
    const denied = await reader.post(WATCHES, {
      realmId: realm.id,
      sources: [{ type: 'prefix', value: '/u/' }],
    })
    assert.deepEqual([denied.status, denied.error.code], [403, 'FORBIDDEN'])
    const all = await made('prefix', '/u/')
    assert.equal((await reader.get(`${WATCHES}/${all.watchId}`)).status, 403)
    const stranger = await TestRealm.open()
    assert.equal((await stranger.client.get(`${WATCHES}/${all.watchId}`)).status, 404)
  })

  test('each change is pushed, and the last push equals a fresh read', async ({ assert }) => {
    await realm.account('/push/a', '100')
    await realm.account('/push/b', '100')
    await realm.account('/elsewhere', '100')
    const socket = await open()
    const sources = [{ type: 'prefix', value: '/push/' }]
    const created = await socket.ask(
      { action: 'create_aggregation_watch', sources },
      'aggregation_watch_created'
    )
    assert.equal(created.aggregation.totalEquityUsd, '200.00')
    await realm.fund('/elsewhere', '1')
    await socket.barrier()
    assert.isEmpty(socket.deliveries())

    await Promise.all(
      Array.from({ length: 30 }, (_each, index) =>
        index % 3 === 0
          ? realm.transfer('/push/a', '/elsewhere', '1')
          : realm.transfer('/push/a', '/push/b', '0.5')
      )
    )
    await realm.object('/push/c')
    const fresh = settled(accepted(await realm.get('/objects/aggregate', { prefix: '/push/' })))
    const last = await eventually('the last push', async () => {
      const push = socket.frames.findLast(({ type }) => type === 'aggregation.updated')
      return push && JSON.stringify(settled(push.aggregation)) === JSON.stringify(fresh)
        ? push
        : null
    })
    assert.containSubset(last, { watchId: created.watchId, entityId: created.watchId })
    const pushes = socket.frames.filter(({ type }) => type === 'aggregation.updated')
    // One for each transfer, and for the object that is made and then usable.
    assert.isAtMost(pushes.length, 32)
    assert.deepEqual(
      socket.deliveries(),
      pushes.map((_push, index) => index + 1)
    )
    // A watch of a watch of this connection.
    const outer = await socket.ask(
      { action: 'create_aggregation_watch', sources: [{ type: 'watch', value: created.watchId }] },
      'aggregation_watch_created'
    )
    assert.deepEqual(settled(outer.aggregation), fresh)
    const { watchId } = created
    await socket.ask(
      { action: 'destroy_aggregation_watch', watchId },
      'aggregation_watch_destroyed'
    )
    await realm.fund('/push/a', '1')
    const push = await socket.next('aggregation.updated')
    assert.equal(push.watchId, outer.watchId)
    await socket.close()
  })

  test('a chart is told when its running point moves', async ({ assert }) => {
    const { id: objectId } = await realm.account('/chart/a', '100')
    const socket = await open()
    const chart = { action: 'watch_chart_history', watchId: 'folder', target: '/chart/' }
    const created = await socket.ask(chart, 'chart_watch_created')
    assert.containSubset(created.chart, { watchId: 'folder', equityUsd: '100.00' })
    await socket.ask(
      { action: 'watch_chart_history', watchId: 'object', kind: 'object', objectId },
      'chart_watch_created'
    )
    await realm.fund('/chart/a', '5')
    const funded = ({ chart: point }: Frame) => point?.equityUsd === '105.00'
    const first = await socket.next(funded)
    const second = await socket.next(funded)
    assert.sameMembers([first.chart.watchId, second.chart.watchId], ['folder', 'object'])
    accepted(await realm.remove(objectId, { sweepToPath: '/u/1/cash' }))
    const gone = await socket.next(({ chart: point }) => point?.equityUsd === '0.00')
    assert.equal(gone.type, 'chart.snapshot.updated')
    await socket.ask(
      { action: 'unwatch_chart_history', watchId: 'folder' },
      'chart_watch_destroyed'
    )
    await socket.close()
  })

  test('a watch shows positions at the mark, and follows the mark', async ({ assert }) => {
    const { client } = realm
    await until('the first prices', async () => {
      const { status } = await client.get('/api/v1/exchange/market/mids')
      return status === 200
    })
    accepted(await realm.post('/exchange/sim/fork'))
    accepted(await realm.post('/exchange/sim/clock', { mode: 'manual' }))
    const object = await realm.object('/perp/x', { type: 'exchange' })
    await realm.completed((await realm.transfer('/u/2/cash', '/perp/x', '100')).id)
    accepted(
      await realm.post(`/objects/${object.id}/exchange/orders`, {
        path: '/op/perp/order',
        market: 'vn:0:XRP',
        side: 'buy',
        orderType: 'MARKET',
        size: '20',
        leverage: 2,
      })
    )
    const socket = await open()
    const created = await socket.ask(
      { action: 'create_aggregation_watch', sources: [{ type: 'prefix', value: '/perp/' }] },
      'aggregation_watch_created'
    )
    assert.lengthOf(created.aggregation.objects[0].positions, 1)
    // A tick may leave the price where it was, or move it by less than is shown.
    await until('a push with another worth', async () => {
      accepted(await realm.post('/exchange/sim/tick'))
      await socket.barrier()
      const pushes = socket.frames.filter(({ type }) => type === 'aggregation.updated')
      const before = created.aggregation.totalEquityUsd
      return pushes.some(({ aggregation }) => aggregation.totalEquityUsd !== before)
    })
    await socket.close()
  })
})
