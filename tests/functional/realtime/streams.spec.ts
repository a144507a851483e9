import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { TestRealm, accepted, eventually, until, pluck } from '#tests/support/client'
import { TestSocket, type Frame } from '#tests/support/socket'

let realm: TestRealm

const open = () => TestSocket.open(realm.id, realm.client.token!)
const contiguous = (socket: TestSocket) => socket.deliveries().map((_number, index) => index + 1)

test.group('realtime | streams', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/live/a': '1000', '/live/b': '0' })
  })

  test('a watched path shows what is there, then everything that changes', async ({ assert }) => {
    const socket = await open()
    const snapshot = await socket.ask({ action: 'watch', path: '/live/a' }, 'watch_snapshot')
    assert.equal(snapshot.balances[0].settled, '1000.00')
    assert.containSubset(snapshot, { valuation: { valueUsd: '1000.00' }, exchange: null })
    assert.isAbove(snapshot.operations.length, 0)

    const operation = await realm.transfer('/live/a', '/live/b', '10')
    const created = await socket.next('operation.created')
    assert.containSubset(created.operation, { id: operation.id, state: 'completed' })
    assert.containSubset(created, {
      realmId: realm.id,
      entityId: operation.id,
      correlationId: operation.id,
      deliverySeq: 1,
    })
    const updated = await socket.next('balance.updated')
    assert.equal(updated.balance.balances[0].settled, '990.00')
    assert.equal(updated.sequence, created.sequence)

    await socket.ask({ action: 'unwatch', path: '/live/a' }, 'unwatched')
    await realm.transfer('/live/a', '/live/b', '10')
    await socket.barrier()
    assert.lengthOf(socket.deliveries(), 2)
    await socket.close()
  })

  test('each party of a posting is told of it and of its reversal', async ({ assert }) => {
    await realm.account('/live/c', '10')
    await realm.object('/live/d')
    const socket = await open()
    await socket.ask({ action: 'watch', path: '/live/d' }, 'watch_snapshot')
    const move = (sourceObjectPath: string, targetObjectPath: string) => {
      return { sourceObjectPath, targetObjectPath, amount: '1' }
    }
    const body = {
      path: '/op/payroll',
      moves: [move('/live/a', '/live/b'), move('/live/c', '/live/d')],
    }
    const { operation } = accepted(await realm.post('/postings', body))
    const created = await socket.next('operation.created')
    assert.equal(created.operation.id, operation.id)
    const back = { path: '/op/payroll/back' }
    const reversal = accepted(
      await realm.post(`/operations/${operation.id}/reverse`, back)
    ).operation
    const told = await socket.next(
      ({ type, entityId }) => type === 'operation.created' && entityId === reversal.id
    )
    assert.equal(told.operation.type, 'reversal')
    await socket.close()
  })

  test('nothing falls between snapshot and stream while money moves', async ({ assert }) => {
    await realm.account('/busy/a', '1000')
    await realm.object('/busy/b')
    const sockets = await Promise.all(Array.from({ length: 8 }, open))
    let moving = true
    const moved: string[] = []
    // No more than a snapshot shows, however long it takes.
    const mover = (async () => {
      while (moving && moved.length < LEDGER_LIMITS.journalListDefault / 2) {
        moved.push((await realm.transfer('/busy/a', '/busy/b', '1')).id)
      }
    })()
    const snapshots = await Promise.all(
      sockets.map((socket) => socket.ask({ action: 'watch', path: '/busy/b' }, 'watch_snapshot'))
    )
    moving = false
    await mover
    for (const [index, socket] of sockets.entries()) {
      const shown = pluck(snapshots[index]!.operations, 'id') as string[]
      await until('the rest', async () => {
        const told = socket.frames
          .filter(({ type }) => type === 'operation.created')
          .map(({ entityId }) => entityId as string)
        return moved.every((id) => shown.includes(id) || told.includes(id))
      })
      const told = socket.frames.filter(({ type }) => type === 'operation.created')
      assert.isEmpty(told.filter(({ entityId }) => shown.includes(entityId)))
      assert.deepEqual(socket.deliveries(), contiguous(socket))
      await socket.close()
    }
  })

  test('a folder tells of objects that come and go in it', async ({ assert }) => {
    const socket = await open()
    await socket.ask({ action: 'watch', path: '/folder/' }, 'watch_snapshot')
    const { id } = await realm.object('/folder/new')
    assert.equal((await socket.next('object.created')).object.id, id)
    accepted(await realm.remove(id))
    assert.equal((await socket.next('object.deleted')).object.status, 'deleted')
    await socket.close()
  })

  test('events come by type, with the payload the list shows', async ({ assert }) => {
    const socket = await open()
    const types = ['deposit.completed', 'object.*']
    await socket.ask({ action: 'subscribe_events', types }, 'subscribed')
    await realm.account('/events/a', '5')
    const created = await socket.next('object.created')
    const deposit = await socket.next('deposit.completed')
    assert.equal(deposit.entityPath, '/events/a')
    assert.isAbove(deposit.sequence, created.sequence)
    const listed = accepted(await realm.client.get(`/api/v1/events/${deposit.eventId}`))
    assert.deepEqual(deposit.event, listed.event)
    await socket.ask({ action: 'unsubscribe_events' }, 'unsubscribed')
    await realm.object('/events/b')
    await socket.barrier()
    assert.isEmpty(socket.frames.filter(({ entityPath }) => entityPath === '/events/b'))
    await socket.close()
  })

  test('mids, candles and trades follow the feed of the realm', async ({ assert }) => {
    const { client, id: realmId } = realm
    await until('the first prices', async () => {
      const { status } = await client.get('/api/v1/exchange/market/mids')
      return status === 200
    })
    const sim = '/api/v1/exchange/sim'
    accepted(await client.post(`${sim}/fork`, { realmId }))
    accepted(await client.post(`${sim}/clock`, { realmId, mode: 'manual' }))
    const socket = await open()
    const markets = ['vn:0:BTC']
    const snapshot = await socket.ask({ action: 'subscribe_mids', markets }, 'mids.snapshot')
    assert.deepEqual(Object.keys(snapshot.mids), markets)
    await socket.ask({ action: 'subscribe_candles', markets, intervals: ['15s'] }, 'subscribed')
    await socket.ask({ action: 'subscribe_trades', markets }, 'subscribed')
    // What the snapshot has shown is no news, and nothing comes before it.
    assert.isEmpty(socket.frames.filter(({ type }) => type === 'mids.updated'))
    // Long enough for the look that found the feed as it was.
    const steps: Promise<Frame>[] = []
    for (const wanted of ['mids.updated', 'trades.batch', 'candle.updated', 'candle.closed']) {
      const probe = socket.frames
      steps.push(
        eventually(wanted, async () => {
          const found = probe.find(({ type }) => type === wanted)
          if (!found) accepted(await client.post(`${sim}/tick`, { realmId }))
          return found
        })
      )
    }
    const [mids, trades, updated, closed] = await Promise.all(steps)
    assert.deepEqual(Object.keys(mids!.mids), markets)
    assert.equal(trades!.trades[0].market, 'vn:0:BTC')
    assert.equal(updated!.candle.closed, false)
    assert.equal(closed!.candle.closed, true)
    assert.deepEqual(socket.deliveries(), contiguous(socket))
    await socket.ask({ action: 'unsubscribe_mids' }, 'unsubscribed')
    await socket.close()
  })

  test('an exchange object tells of account and fills, a preview first', async ({ assert }) => {
    const object = await realm.object('/live/x', { type: 'exchange' })
    await realm.completed((await realm.transfer('/live/a', '/live/x', '500')).id)
    const socket = await open()
    const snapshot = await socket.ask({ action: 'watch', path: '/live/x' }, 'watch_snapshot')
    assert.equal(snapshot.exchange.account.objectId, object.id)
    const order = accepted(
      await realm.post(`/objects/${object.id}/exchange/orders`, {
        path: '/op/live/order',
        market: 'vn:0:XRP',
        side: 'buy',
        orderType: 'MARKET',
        size: '20',
        leverage: 2,
      })
    )
    const previewed = await socket.next('fill.previewed')
    const recorded = await socket.next('fill.recorded')
    assert.equal(previewed.correlationId, order.order.id)
    assert.containSubset(recorded, { correlationId: order.order.id, entityId: previewed.entityId })
    assert.notEqual(recorded.eventId, previewed.eventId)
    assert.equal(recorded.fill.market, 'vn:0:XRP')
    const { exchange } = await socket.next(
      ({ type, exchange: state }) => type === 'exchange.updated' && state.positions.length > 0
    )
    assert.equal(exchange.positions[0].market, 'vn:0:XRP')
    assert.deepEqual(socket.deliveries(), contiguous(socket))
    await socket.close()
  })
})
