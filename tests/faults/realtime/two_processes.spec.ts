import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, TestRealm, accepted, until } from '#tests/support/client'
import { queueStore } from '#tests/support/queue_store'
import { TestSocket } from '#tests/support/socket'

let realm: TestRealm
let second: ChildService

const connect = (url?: string) => TestSocket.open(realm.id, realm.client.token!, url)
const watch = (socket: TestSocket, value: string) =>
  socket.ask(
    { action: 'create_aggregation_watch', sources: [{ type: 'prefix', value }] },
    'aggregation_watch_created'
  )
const reaches = (socket: TestSocket, total: string) =>
  socket.next(({ aggregation }) => aggregation?.totalEquityUsd === total)

test.group('realtime | two processes', (group) => {
  group.setup(async () => {
    second = await ChildService.server()
    realm = await TestRealm.with({ '/two/a': '100', '/two/b': '0' })
    return () => second.stop()
  })

  test('one delivers what the other commits in one order without a gap', async ({ assert }) => {
    const socket = await connect(second.url)
    await watch(socket, '/two/b')
    await socket.ask({ action: 'watch', path: '/two/b' }, 'watch_snapshot')
    const ids: string[] = []
    for (let round = 0; round < 10; round++) {
      ids.push((await realm.transfer('/two/a', '/two/b', '1.05')).id)
    }
    await reaches(socket, '10.00')
    const told = socket.frames.filter(({ type }) => type === 'operation.created')
    await until('every operation', () =>
      ids.every((id) => socket.frames.some(({ entityId }) => entityId === id))
    )
    const sequences = told.map(({ sequence }) => sequence as number)
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b)
    )
    assert.deepEqual(
      socket.deliveries(),
      socket.deliveries().map((_number, index) => index + 1)
    )
    await socket.close()
  })

  test('a watch made at one is read at the other', async ({ assert }) => {
    const elsewhere = Client.withToken(realm.client.token!, second.url)
    const { watchId } = accepted(
      await realm.post('/aggregations/watch', { sources: [{ type: 'prefix', value: '/two/' }] })
    )
    const read = accepted(await elsewhere.get(`/api/v1/aggregations/watch/${watchId}`))
    assert.equal(read.prefix, '(watch)')
  })

  test('pushes go on when Redis has forgotten everything, and while it drops every connection', async () => {
    const redis = queueStore()
    const socket = await connect(second.url)
    const { aggregation } = await watch(socket, '/two/')
    let cents = Math.round(Number(aggregation.totalEquityUsd) * 100)
    for (const fault of [
      () => redis.flushall(),
      () => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'),
      () => redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
    ]) {
      await fault()
      await realm.transfer('/two/a', '/two/b', '1')
      cents -= 5
      await reaches(socket, (cents / 100).toFixed(2))
    }
    redis.disconnect()
    await socket.close()
  })

  test('a process that stops advises its clients, and ends at once', async ({ assert }) => {
    const third = await ChildService.server()
    const socket = await connect(third.url)
    await watch(socket, '/two/')
    const stranger = await TestSocket.connect(third.url)
    third.kill('SIGTERM')
    const advice = await socket.next('stream.resync')
    assert.equal(advice.reason, 'server_shutdown')
    assert.isAtLeast(advice.reconnectAfterMs, 0)
    assert.equal((await socket.ended).code, 1001)
    assert.equal((await stranger.ended).code, 1001)
    const slow = delay(60_000, 'slow', { ref: false })
    assert.notEqual(await Promise.race([third.ended, slow]), 'slow')
  })
})
