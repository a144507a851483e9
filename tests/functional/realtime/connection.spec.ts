import { connect } from 'node:net'
import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'

let realm: TestRealm
let token: string

test.group('realtime | connection', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    token = realm.client.token!
  })

  test('a builder is let in, and told how long the connection may live', async ({ assert }) => {
    const socket = await TestSocket.connect()
    const welcome = await socket.ask({ action: 'auth', realmId: realm.id, token }, 'authenticated')
    assert.isAbove(welcome.maxConnectionLifetimeSec, 0)
    assert.isAtMost(welcome.maxConnectionLifetimeSec, 15 * 60)
    await socket.close()
  })

  test('frames are answered in order, so a pong proves what came before', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, token)
    socket.send({ action: 'watch', path: '/', requestId: 'a' })
    socket.send({ action: 'subscribe_events', types: ['*'], requestId: 'b' })
    socket.send({ action: 'ping', requestId: 'c' })
    await socket.next('pong')
    assert.deepEqual(pluck(socket.frames, 'type'), [
      'authenticated',
      'watch_snapshot',
      'subscribed',
      'pong',
    ])
    await socket.close()
  })

  test('nothing is answered before the credential is known', async ({ assert }) => {
    for (const frame of [
      { action: 'ping' },
      { action: 'watch', path: '/' },
      { action: 'subscribe_mids' },
      'not json',
      '[]',
      { action: 'auth', realmId: realm.id },
      { action: 'auth', realmId: realm.id, token, apiKey: token },
      { action: 'auth', realmId: realm.id, token: 7 },
      { action: 'auth', realmId: realm.id, token: 'nonsense' },
      { action: 'auth', realmId: 'nonsense', token },
    ]) {
      const socket = await TestSocket.connect()
      assert.containSubset(await socket.refused(frame), { type: 'error' })
      assert.equal((await socket.ended).code, 1008, JSON.stringify(frame))
    }
  })

  test('a realm of somebody else does not exist here', async ({ assert }) => {
    const other = await TestRealm.open()
    const socket = await TestSocket.connect()
    const refusal = await socket.refused({ action: 'auth', realmId: other.id, token })
    assert.equal(refusal.code, 'NOT_FOUND')
    await socket.ended
  })

  test('a key locked to another realm is refused, one of ours let in', async ({ assert }) => {
    const second = await realm.client.realm()
    const keys = '/api/v1/api-keys'
    const locked = accepted(await realm.client.post(keys, { name: 'L', realmId: second.id }))
    const stranger = await TestSocket.connect()
    const frame = { action: 'auth', realmId: realm.id, apiKey: locked.rawKey }
    assert.equal((await stranger.refused(frame)).code, 'REALM_SCOPE_MISMATCH')
    const socket = await TestSocket.connect()
    socket.send({ action: 'auth', realmId: second.id, apiKey: locked.rawKey })
    await socket.next('authenticated')
    await socket.close()
  })

  test('wrong frames are refused one by one, and the connection lives on', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, token)
    const wrong: [frame: unknown, code: string][] = [
      ['{', 'VALIDATION_ERROR'],
      ['null', 'VALIDATION_ERROR'],
      ['"text"', 'VALIDATION_ERROR'],
      ['{"action":"ping","action":"watch","path":"/"}', 'VALIDATION_ERROR'],
      ['{"action":"watch","path":"/a","p\\u0061th":"/"}', 'VALIDATION_ERROR'],
      [`{"action":"ping","a":${'['.repeat(40)}${']'.repeat(40)}}`, 'VALIDATION_ERROR'],
      [{}, 'VALIDATION_ERROR'],
      [{ action: 'constructor' }, 'VALIDATION_ERROR'],
      [{ action: 7 }, 'VALIDATION_ERROR'],
      [{ action: 'ping', requestId: {} }, 'VALIDATION_ERROR'],
      [{ action: 'auth', realmId: realm.id, token }, 'CONFLICT'],
      [{ action: 'watch' }, 'VALIDATION_ERROR'],
      [{ action: 'watch', path: 'a' }, 'VALIDATION_ERROR'],
      [{ action: 'watch', path: '/a*' }, 'VALIDATION_ERROR'],
      [{ action: 'unwatch', path: '/never' }, 'NOT_FOUND'],
      [{ action: 'subscribe_events' }, 'VALIDATION_ERROR'],
      [{ action: 'subscribe_events', types: [] }, 'VALIDATION_ERROR'],
      [{ action: 'subscribe_events', types: ['no.such'] }, 'VALIDATION_ERROR'],
      [{ action: 'unsubscribe_events' }, 'NOT_FOUND'],
      [{ action: 'subscribe_mids', markets: ['none'] }, 'VALIDATION_ERROR'],
      [{ action: 'subscribe_candles', markets: ['vn:0:BTC'] }, 'VALIDATION_ERROR'],
      [{ action: 'unsubscribe_mids' }, 'NOT_FOUND'],
      [{ action: 'create_aggregation_watch' }, 'VALIDATION_ERROR'],
      [{ action: 'create_aggregation_watch', sources: [] }, 'VALIDATION_ERROR'],
      [{ action: 'destroy_aggregation_watch', watchId: 'wat_x' }, 'NOT_FOUND'],
      [{ action: 'watch_chart_history', watchId: 'c' }, 'VALIDATION_ERROR'],
      [{ action: 'watch_chart_history', watchId: 'c', kind: 'object' }, 'VALIDATION_ERROR'],
      [{ action: 'unwatch_chart_history', watchId: 'c' }, 'NOT_FOUND'],
    ]
    for (const [frame, code] of wrong) {
      const refusal = await socket.refused(frame)
      assert.equal(refusal.code, code, JSON.stringify(frame))
      assert.notExists(refusal.errorId)
    }
    socket.raw.send(Buffer.from([1, 2, 3]), { binary: true })
    assert.equal((await socket.next('error')).code, 'VALIDATION_ERROR')
    await socket.barrier()
    await socket.close()
  })

  test('a frame without action is refused by requestId: nobody waits', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, token)
    for (const frame of [{}, { action: null }, { action: 7 }, { action: ['ping'] }]) {
      const { code, requestId } = await socket.refused({ ...frame, requestId: 'mine' })
      assert.deepEqual([code, requestId], ['VALIDATION_ERROR', 'mine'], JSON.stringify(frame))
    }
    await socket.close()
  })

  test('a frame that is too large ends the connection', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, token)
    socket.send({ action: 'ping', requestId: 'x'.repeat(100_000) })
    assert.equal((await socket.ended).code, 1009)
  })

  test('a revoked key ends all of its connections within a second, and no others', async ({
    assert,
  }) => {
    const { apiKey, rawKey } = accepted(await realm.client.post('/api/v1/api-keys', { name: 'R' }))
    const { id: elsewhere } = await realm.client.realm()
    const opened = [realm.id, realm.id, elsewhere].map(async (realmId) => {
      const socket = await TestSocket.connect()
      socket.send({ action: 'auth', realmId, apiKey: rawKey })
      await socket.next('authenticated')
      return socket
    })
    const sockets = await Promise.all(opened)
    const other = await TestSocket.open(realm.id, token)
    accepted(await realm.client.send('DELETE', `/api/v1/api-keys/${apiKey.id}`))
    for (const socket of sockets) {
      assert.containSubset(await socket.ended, { code: 4401 })
      assert.equal(socket.frames.at(-1)!.code, 'UNAUTHORIZED')
    }
    await other.ask({ action: 'ping' }, 'pong')
    await other.close()
  })

  test('a connection to a realm that was deleted shows no more, and ends', async ({ assert }) => {
    const { client, id } = await realm.client.realm()
    const socket = await TestSocket.open(id, client.token!)
    await socket.ask({ action: 'watch', path: '/' }, 'watch_snapshot')
    accepted(await client.send('DELETE', `/api/v1/realms/${id}`))
    socket.send({ action: 'watch', path: '/a', requestId: 'late' })
    assert.containSubset(await socket.ended, { code: 4401 })
    assert.notExists(socket.frames.find(({ path }) => path === '/a'))
    assert.equal(socket.frames.at(-1)!.code, 'NOT_FOUND')
  })

  test('what a scope does not cover is not delivered and not asked for', async ({ assert }) => {
    await realm.account('/scope/mine/a', '10')
    await realm.account('/scope/other/a', '10')
    const client = await scoped(realm, allow('svc:Read', '/scope/mine/*'))
    const socket = await TestSocket.open(realm.id, client.token!)
    for (const frame of [
      { action: 'watch', path: '/scope/' },
      { action: 'watch', path: '/scope/other/a' },
      { action: 'subscribe_events', types: ['*'] },
      { action: 'create_aggregation_watch', sources: [{ type: 'prefix', value: '/scope/' }] },
      { action: 'watch_chart_history', watchId: 'c', target: '/scope/' },
    ]) {
      assert.equal((await socket.refused(frame)).code, 'FORBIDDEN', JSON.stringify(frame))
    }
    const snapshot = await socket.ask({ action: 'watch', path: '/scope/mine/' }, 'watch_snapshot')
    assert.deepEqual(pluck(snapshot.balances, 'path'), ['/scope/mine/a'])
    await realm.transfer('/scope/other/a', '/scope/mine/a', '5')
    const { operation } = await socket.next('operation.created')
    // What the other side holds after it is no business of this reader.
    assert.notInclude(operation.outcome, 'sourceNewBalance')
    assert.equal((await socket.next('balance.updated')).entityPath, '/scope/mine/a')
    await socket.barrier()
    assert.isEmpty(socket.frames.filter(({ entityPath }) => entityPath === '/scope/other/a'))
    await socket.close()
  })

  test('an upgrade to any other path is refused in the envelope', async ({ assert }) => {
    const answer = await new Promise<string>((resolve) => {
      const raw = connect(Number(process.env.PORT), process.env.HOST!)
      let text = ''
      raw.on('data', (chunk) => (text += chunk.toString()))
      raw.once('close', () => resolve(text))
      raw.write(
        'GET /api/v1/objects HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
      )
    })
    assert.match(answer, /^HTTP\/1.1 404/)
    assert.include(answer, '"success":false')
  })

  test('a plain request to the path of the stream is told that it is none', async ({ assert }) => {
    const { status, error } = await Client.anonymous().get('/api/v1/ws')
    assert.deepEqual([status, error.code], [404, 'NOT_FOUND'])
  })
})
