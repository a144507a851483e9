import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { realtimeAction } from '#app/extension/realtime_topic'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { watchFrame } from '#modules/analytics/http/watch_validators'
import { AggregationTopic } from '#modules/analytics/realtime/aggregation_topic'
import { Views } from '#modules/analytics/realtime/views'
import { ResolveSources } from '#modules/analytics/services/resolve_sources'
import { ValueObjects } from '#modules/analytics/services/value_objects'
import { JournalTail } from '#modules/ledger/realtime/journal_tail'
import { ledgerTopics } from '#modules/ledger/realtime/ledger_topics'
import { Streams } from '#modules/ledger/realtime/streams'
import { SubscribeEvents } from '#modules/ledger/realtime/subscribe_events'
import { WatchPath } from '#modules/ledger/realtime/watch_path'
import { ListOperations } from '#modules/ledger/services/list_operations'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { TestRealm, accepted, until, type AnyData, atOnce } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'
import { UNDOCUMENTED, ownSockets } from './support/own_sockets.ts'

const SOCKETS = 10
const WATCHES_EACH = 5
const TRANSFERS = 200
const OBJECTS = 4

let realm: TestRealm

const create = (socket: TestSocket, value: string) =>
  socket.ask(
    { action: 'create_aggregation_watch', sources: [{ type: 'prefix', value }] },
    'aggregation_watch_created'
  )
const assertContiguous = (
  assert: { deepEqual(actual: unknown, expected: unknown): void },
  socket: TestSocket
) =>
  assert.deepEqual(
    socket.deliveries(),
    socket.deliveries().map((_number, index) => index + 1)
  )

/** The text of an aggregation without what depends on how it was asked for. */
const settled = ({ prefix: _prefix, midPrice: _mid, ...rest }: AnyData) => JSON.stringify(rest)
const fresh = async (prefix: string) =>
  settled(accepted(await realm.get('/objects/aggregate', { prefix })))

/** The actions of the ledger and of aggregations, over a tail that gives up after a few entries. */
async function impatientActions() {
  const { container } = app
  const make = container.make.bind(container)
  const [access, modules] = [await make(AccessControl), await make(ModuleHost)]
  const [database, objects] = [await make(Database), await make(ObjectReader)]
  const [cuts, wakes, log] = [await make(JournalCuts), await make(Wakes), await make('logger')]
  const tail = new JournalTail(cuts, database, wakes, log, { ...LEDGER_LIMITS, pushedEntries: 3 })
  const streams = new Streams(tail, objects, access, modules)
  const [operations, lists] = [await make(OperationReader), await make(ListOperations)]
  const watchPath = new WatchPath(streams, objects, operations, lists, access, modules)
  const topics = ledgerTopics(
    async () => watchPath,
    async () => new SubscribeEvents(streams, modules),
    () => ({ parts: [], eventTypes: [] })
  )
  const views = new Views(tail, await make(ValueObjects), access, log)
  const watches = new AggregationTopic(await make(ResolveSources), views, await make(Clock))
  const watch = realtimeAction({
    action: 'create_aggregation_watch',
    validator: watchFrame,
    ...UNDOCUMENTED,
    handle: (subscriber, { sources }, requestId) => watches.create(subscriber, sources, requestId),
  })
  return [...topics.flatMap(({ actions }) => actions), watch]
}

test.group('realtime | pushes', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
  })

  test('every watch ends as a fresh read shows it, with every number', async ({ assert }) => {
    const paths = Array.from({ length: OBJECTS }, (_object, number) => `/many/${number}`)
    await Promise.all(paths.map((path) => realm.account(path, '1000')))
    const prefixes = ['/many/', ...paths]
    const sockets = await atOnce(SOCKETS, () => TestSocket.open(realm.id, realm.client.token!))
    const watched: { socket: TestSocket; watchId: string; prefix: string }[] = []
    for (const [number, socket] of sockets.entries()) {
      for (let each = 0; each < WATCHES_EACH; each++) {
        const prefix = prefixes[(number * WATCHES_EACH + each) % prefixes.length]!
        const { watchId } = await create(socket, prefix)
        watched.push({ socket, watchId, prefix })
      }
    }
    await Promise.all(
      Array.from({ length: TRANSFERS }, (_transfer, number) => {
        const from = number % OBJECTS
        const to = (from + 1 + (number % (OBJECTS - 1))) % OBJECTS
        return realm.transfer(paths[from]!, paths[to]!, `${1 + (number % 7)}.25`)
      })
    )
    const expected = new Map<string, string>()
    for (const prefix of prefixes) expected.set(prefix, await fresh(prefix))
    for (const { socket, watchId, prefix } of watched) {
      await until(`the last push of ${prefix}`, async () => {
        const last = socket.frames.findLast((frame) => frame.entityId === watchId)
        return last && settled(last.aggregation) === expected.get(prefix)
      })
    }
    for (const socket of sockets) {
      assertContiguous(assert, socket)
      const pushes = socket.frames.filter(({ type }) => type === 'aggregation.updated')
      assert.lengthOf(pushes, socket.deliveries().length)
      await socket.close()
    }
  })

  test('a process too far behind shows the state again and says so', async ({ assert }) => {
    // A realm of its own: whatever else is posted could be a gap too.
    realm = await TestRealm.with({ '/gap/a': '1000', '/gap/b': '0' })
    const { url } = await ownSockets({ actions: await impatientActions() })
    const socket = await TestSocket.open(realm.id, realm.client.token!, url)
    await socket.ask({ action: 'watch', path: '/gap/b' }, 'watch_snapshot')
    await socket.ask({ action: 'subscribe_events', types: ['*'] }, 'subscribed')
    const { watchId } = await create(socket, '/gap/')
    // One group, and more entries than it makes up for; each transfer pays five cents.
    accepted(
      await realm.post('/transfers/bulk', {
        mode: 'atomic',
        transfers: Array.from({ length: 10 }, () => ({
          path: `/op/gap/${randomUUID()}`,
          sourceObjectPath: '/gap/a',
          targetObjectPath: '/gap/b',
          amount: '1',
        })),
      })
    )
    assert.equal((await socket.next('stream.resync')).reason, 'gap')
    await socket.next(
      ({ type, balances }) => type === 'watch_snapshot' && balances[0].settled === '9.50'
    )
    const expected = await fresh('/gap/')
    await until('the aggregation', async () => {
      const last = socket.frames.findLast(({ entityId }) => entityId === watchId)
      return last && settled(last.aggregation) === expected
    })
    // It follows the journal again from there on.
    await realm.transfer('/gap/a', '/gap/b', '1')
    await socket.next(({ balance }) => balance?.balances[0].settled === '10.45')
    assertContiguous(assert, socket)
  })

  test('a watch of another connection or realm is none to a connection', async ({ assert }) => {
    const other = await TestRealm.open()
    const theirs = accepted(
      await other.post('/aggregations/watch', { sources: [{ type: 'prefix', value: '/' }] })
    )
    const [mine, neighbour] = await Promise.all(
      [1, 2].map(() => TestSocket.open(realm.id, realm.client.token!))
    )
    const held = await create(neighbour!, '/gap/')
    for (const value of [theirs.watchId, held.watchId]) {
      const sources = [{ type: 'watch', value }]
      const refusal = await mine!.refused({ action: 'create_aggregation_watch', sources })
      assert.equal(refusal.code, 'VALIDATION_ERROR')
      const destroyed = await mine!.refused({ action: 'destroy_aggregation_watch', watchId: value })
      assert.equal(destroyed.code, 'NOT_FOUND')
    }
    await neighbour!.ask(
      { action: 'destroy_aggregation_watch', watchId: held.watchId },
      'aggregation_watch_destroyed'
    )
    await Promise.all([mine!.close(), neighbour!.close()])
  })
})
