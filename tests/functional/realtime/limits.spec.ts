import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { decodeJwt } from 'jose'
import vine from '@vinejs/vine'
import { type Clock } from '#app/clock/clock'
import { RateLimitSettings } from '#app/http/rate_limit_settings'
import { RateLimits } from '#app/http/rate_limits'
import { StreamEvent, realtimeAction, type Subscriber } from '#app/extension/realtime_topic'
import { newId } from '#app/ids/ids'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { TestRealm, eventually, until, pluck } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'
import { UNDOCUMENTED, ownSockets } from './support/own_sockets.ts'

/** Enough of them fill every buffer between two ends of one machine. */
const LARGE = 'x'.repeat(256 * 1024)
const MANY = 100

let realm: TestRealm

const open = (url: string) => TestSocket.open(realm.id, realm.client.token!, url)

/** Delivers more than a client that does not read can be sent: at once, or as fast as it leaves. */
const flood = (action: string, afterEach: () => Promise<void> | void) =>
  realtimeAction({
    action,
    validator: vine.create({}),
    ...UNDOCUMENTED,
    handle: async (subscriber: Subscriber) => {
      for (let sequence = 1; sequence <= MANY; sequence++) {
        subscriber.deliver(large(subscriber, sequence))
        await afterEach()
      }
    },
  })
const actions = [flood('flood', () => {}), flood('pour', () => delay(1))]

function large({ realmId }: Subscriber, sequence: number): StreamEvent {
  const head = {
    type: 'test.event',
    realmId,
    entityId: null,
    entityPath: null,
    eventId: newId('evt'),
    correlationId: null,
    sequence,
    timestamp: '2026-01-01T00:00:00.000000Z',
  }
  return new StreamEvent(head, { text: LARGE })
}

/** As the driver says it. */
function lostConnection(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', fatal: true })
}

test.group('realtime | limits of a connection', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/limits/a': '100' })
  })

  test('who does not say who it is in time is sent away', async ({ assert }) => {
    const { url, sockets } = await ownSockets({ limits: { socketAuthMs: 50 } })
    const socket = await TestSocket.connect(url)
    assert.containSubset(await socket.ended, { code: 1008 })
    assert.equal(socket.frames[0]!.code, 'UNAUTHORIZED')
    await until('the end of it', () => sockets.size === 0)
  })

  test('who has said it in time stays past the deadline', async ({ assert }) => {
    const { url } = await ownSockets({ limits: { socketAuthMs: 500 } })
    // On a machine that stands still for a moment the time is over before it was said.
    const socket = await eventually('one that was in time', () => open(url).catch(() => null))
    const stranger = await TestSocket.connect(url)
    await stranger.ended
    await socket.barrier()
    assert.lengthOf(socket.frames, 2)
  })

  test('strangers beyond what a process takes are refused before upgrade', async ({ assert }) => {
    const { url } = await ownSockets({ limits: { socketsUnauthenticated: 1 } })
    const stranger = await TestSocket.connect(url)
    await assert.rejects(() => TestSocket.connect(url), /503/)
    stranger.send({ action: 'auth', realmId: realm.id, token: realm.client.token })
    await stranger.next('authenticated')
    await open(url)
  })

  test('idle connections of one address close the stream to nobody', async ({ assert }) => {
    const limits = { socketsUnauthenticated: 3, socketPatienceMs: 0 }
    const { url, sockets } = await ownSockets({ limits })
    const idle = []
    for (let count = 0; count < 3; count++) idle.push(await TestSocket.connect(url))
    const socket = await open(url)
    assert.equal((await idle[0]!.ended).code, 1013)
    assert.equal(idle[0]!.frames[0]!.code, 'TOO_MANY_CONNECTIONS')
    assert.include(idle[0]!.frames[0]!.message, 'unauthenticated')
    await socket.barrier()
    await until('the places of the others', () => sockets.size === 3)
  })

  test('an address has its own share of places for strangers', async ({ assert }) => {
    const limits = { socketsUnauthenticatedPerAddress: 1, socketPatienceMs: 0 }
    const { url } = await ownSockets({ limits, trustsPeer: () => true })
    const from = (address: string) => TestSocket.connect(url, { 'x-forwarded-for': address })
    const [first, other] = [await from('192.0.2.1'), await from('192.0.2.2')]
    await from('192.0.2.1')
    assert.equal((await first!.ended).code, 1013)
    other!.send({ action: 'auth', realmId: realm.id, token: realm.client.token })
    await other!.next('authenticated')
  })

  test('strangers that came this moment are not sent away for each other', async () => {
    const limits = { socketsUnauthenticatedPerAddress: 1, socketPatienceMs: 60_000 }
    const { url } = await ownSockets({ limits })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => TestSocket.connect(url)))
    for (const socket of sockets) {
      socket.send({ action: 'auth', realmId: realm.id, token: realm.client.token })
    }
    for (const socket of sockets) await socket.next('authenticated')
  })

  test('the first frame has room for a credential and no more', async ({ assert }) => {
    const { url } = await ownSockets()
    const socket = await TestSocket.connect(url)
    socket.send({ action: 'auth', realmId: realm.id, token: 'x'.repeat(20_000) })
    assert.equal((await socket.ended).code, 1009)
    const known = await open(url)
    known.send({ action: 'ping', requestId: 'r', more: 'x'.repeat(20_000) })
    await known.barrier()
  })

  test('frames that come with the first wait for it and drop with it', async ({ assert }) => {
    const { url } = await ownSockets()
    const auth = { action: 'auth', realmId: realm.id, token: realm.client.token }
    const eager = await TestSocket.connect(url)
    for (const frame of [auth, ...Array(100).fill({ action: 'ping' })]) eager.send(frame)
    await eager.barrier()
    assert.lengthOf(eager.frames, 102)
    const wrong = await TestSocket.connect(url)
    for (const frame of Array(100).fill({ ...auth, token: 'x' })) wrong.send(frame)
    assert.equal((await wrong.ended).code, 1008)
    assert.lengthOf(wrong.frames, 1)
  })

  test('who is sent away cannot stay by not answering', async () => {
    const limits = { socketAuthMs: 20, socketFarewellMs: 50 }
    const { url, sockets } = await ownSockets({ limits })
    const socket = await TestSocket.connect(url)
    socket.raw.pause()
    await until('the end of it', () => sockets.size === 0)
  })

  test('bad credentials in frames count for an address as in headers', async ({ assert }) => {
    const settings = new RateLimitSettings({ production: true, failuresPerMinute: 3 })
    const { url } = await ownSockets({ rateLimits: new RateLimits(settings, 0) })
    const ends: unknown[] = []
    let told = ''
    for (let turn = 0; turn < 5; turn++) {
      const socket = await TestSocket.connect(url)
      const { code, message } = await socket.refused({
        action: 'auth',
        realmId: realm.id,
        token: `x${turn}`,
      })
      told = message as string
      ends.push([code, (await socket.ended).code])
    }
    const [refused, limited] = [
      ['UNAUTHORIZED', 1008],
      ['RATE_LIMITED', 1013],
    ]
    assert.deepEqual(ends, [refused, refused, refused, limited, limited])
    assert.match(told, /Wait for \d+ seconds/)
  })

  test('an organization has so many connections; one that ends makes room', async ({ assert }) => {
    const { url } = await ownSockets({ limits: { socketsPerOrganization: 2 } })
    const [first] = [await open(url), await open(url)]
    const third = await TestSocket.connect(url)
    const auth = { action: 'auth', realmId: realm.id, token: realm.client.token }
    assert.equal((await third.refused(auth)).code, 'TOO_MANY_CONNECTIONS')
    assert.equal((await third.ended).code, 1013)
    const other = await TestRealm.open()
    await TestSocket.open(other.id, other.client.token!, url)
    await first!.close()
    await eventually('room for another', async () => open(url).catch(() => null))
  })

  test('a database that is away is no credential’s fault: ask again later', async ({ assert }) => {
    const away = () => Promise.reject(lostConnection())
    const { url } = await ownSockets({ realms: { orgOf: away, nameOf: away, hasRealms: away } })
    const socket = await TestSocket.connect(url)
    const { token } = realm.client
    const { code, errorId } = await socket.refused({ action: 'auth', realmId: realm.id, token })
    assert.equal(code, 'UNAVAILABLE')
    assert.match(errorId, /^err_/)
    assert.equal((await socket.ended).code, 1013)
  })

  test('without database a frame is refused like a request, to be repeated', async ({ assert }) => {
    let left = 1
    const action = realtimeAction({
      action: 'look',
      validator: vine.create({}),
      ...UNDOCUMENTED,
      handle: async (subscriber, _input, requestId) => {
        if (left-- > 0) throw lostConnection()
        subscriber.reply({ type: 'test.looked', requestId })
      },
    })
    const { url } = await ownSockets({ actions: [action] })
    const socket = await open(url)
    const { code, requestId } = await socket.refused({ action: 'look', requestId: 'first' })
    assert.deepEqual([code, requestId], ['UNAVAILABLE', 'first'])
    await socket.ask({ action: 'look' }, 'test.looked')
    await socket.close()
  })

  test('a connection ends with its token', async ({ assert }) => {
    const { id } = realm
    const { token } = await scoped(realm, allow('svc:Read', '/*'))
    const welcome = await TestSocket.open(id, token!)
    assert.isAbove(welcome.frames[0]!.maxConnectionLifetimeSec, 60)
    await welcome.ask({ action: 'watch', path: '/limits/a' }, 'watch_snapshot')
    await welcome.close()
    // A clock that stands: the token has seconds left at most, and the timer is ahead of the clock.
    const stoodMs = decodeJwt(token!).exp! * 1000 - 2000
    const clock = { nowMs: () => stoodMs, nowMicros: () => stoodMs * 1000 } as Clock
    const { url } = await ownSockets({ clock })
    const socket = await TestSocket.open(id, token!, url)
    assert.isAtMost(socket.frames[0]!.maxConnectionLifetimeSec, 3)
    assert.equal((await socket.ended).code, 4401)
    assert.equal(socket.frames.at(-1)!.code, 'UNAUTHORIZED')
  })

  test('a connection that has lived long enough is told when to come back', async ({ assert }) => {
    const { url } = await ownSockets({ limits: { socketLifetimeSeconds: 0.2 } })
    const socket = await open(url)
    const advice = await socket.next('stream.resync')
    assert.equal(advice.reason, 'connection_lifetime')
    assert.isAtLeast(advice.reconnectAfterMs, 0)
    assert.equal((await socket.ended).code, 1001)
  })

  test('a flood of frames is answered whole, in order, at the allowed pace', async ({ assert }) => {
    const limits = { socketFrameBurst: 5, socketFramesPerSecond: 100, socketFramesWaiting: 4 }
    const { url } = await ownSockets({ limits })
    const socket = await open(url)
    const startedAt = performance.now()
    const ids = Array.from({ length: 40 }, (_frame, number) => `p${number}`)
    for (const requestId of ids) socket.send({ action: 'ping', requestId })
    await socket.next(({ requestId }) => requestId === ids.at(-1))
    assert.isAtLeast(performance.now() - startedAt, 300)
    const answered = socket.frames.slice(1).map(({ requestId }) => requestId as string)
    assert.deepEqual(answered, ids)
  })

  test('a connection holds so many subscriptions; a refused one is none', async ({ assert }) => {
    const { url } = await ownSockets({ limits: { socketSubscriptions: 2 } })
    const socket = await open(url)
    const sources = [{ type: 'prefix', value: '/limits/' }]
    const create = { action: 'create_aggregation_watch', sources }
    await socket.ask({ action: 'watch', path: '/limits/a' }, 'watch_snapshot')
    const { watchId } = await socket.ask(create, 'aggregation_watch_created')
    for (const frame of [
      { action: 'watch', path: '/limits/' },
      create,
      { action: 'watch_chart_history', watchId: 'c', target: '/limits/' },
      { action: 'subscribe_events', types: ['*'] },
    ]) {
      const requestId = `${frame.action}-refused`
      const refusal = await socket.refused({ ...frame, requestId })
      assert.deepEqual([refusal.code, refusal.requestId], ['SUBSCRIPTION_LIMIT', requestId])
    }
    // Twice the same is no second one.
    await socket.ask({ action: 'watch', path: '/limits/a' }, 'watch_snapshot')
    await realm.fund('/limits/a', '1')
    await socket.next('aggregation.updated')
    const types = new Set(pluck(socket.frames, 'type'))
    assert.isFalse(types.has('chart_watch_created'))
    assert.isFalse(types.has('chart.snapshot.updated'))
    await socket.ask(
      { action: 'destroy_aggregation_watch', watchId },
      'aggregation_watch_destroyed'
    )
    await socket.ask(create, 'aggregation_watch_created')
  })

  test('a client that stopped reading hears so, and sees the state again', async ({ assert }) => {
    const { url } = await ownSockets({ actions })
    const socket = await open(url)
    await socket.ask({ action: 'watch', path: '/limits/a' }, 'watch_snapshot')
    socket.send({ action: 'flood' })
    socket.raw.pause()
    socket.send({ action: 'ping', requestId: 'after' })
    await delay(50)
    socket.raw.resume()
    assert.equal((await socket.next('stream.resync')).reason, 'slow_consumer')
    await socket.next('watch_snapshot')
    const pushed = socket.frames.filter(({ type }) => type === 'test.event')
    assert.isBelow(pushed.length, MANY)
    assert.deepEqual(
      socket.deliveries(),
      socket.deliveries().map((_number, index) => index + 1)
    )
  })

  test('a client that never reads is dropped, and others go on', async ({ assert }) => {
    const limits = { socketLagMs: 1_000 }
    const { url, sockets } = await ownSockets({ limits, actions })
    const [stuck, other] = [await open(url), await open(url)]
    await other!.ask({ action: 'watch', path: '/limits/a' }, 'watch_snapshot')
    await stuck!.ask({ action: 'watch', path: '/limits/a' }, 'watch_snapshot')
    stuck!.send({ action: 'pour' })
    stuck!.raw.pause()
    await until('the end of it', () => sockets.size === 1)
    await realm.fund('/limits/a', '1')
    await other!.next('balance.updated')
    // What had reached it has no hole: it was cut off, not thinned out.
    stuck!.raw.resume()
    await stuck!.ended
    assert.deepEqual(
      stuck!.deliveries(),
      stuck!.deliveries().map((_number, index) => index + 1)
    )
  })
})
