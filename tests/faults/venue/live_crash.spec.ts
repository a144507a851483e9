import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, accepted, eventually } from '#tests/support/client'
import { LiveDesk, type LiveTrader } from '#tests/faults/venue/support/live_desk'

test.group('venue | killed while an order is placed at the live venue', (group) => {
  let desk: LiveDesk
  let alice: LiveTrader

  group.setup(async () => {
    desk = await LiveDesk.start()
    alice = await desk.trader('alice', '10000.00')
  })
  group.teardown(() => desk.stop())

  test('at {point}: the order is there and in the books, once or not at all')
    .with([
      { point: 'venue.claimed', arrives: false },
      { point: 'venue.sent', arrives: true },
      { point: 'venue.answered', arrives: true },
    ])
    .run(async ({ assert }, { point, arrives }) => {
      const there = await alice.there()
      const size = there.sizes.get('BTC') ?? 0
      const sent = desk.fake.countOf('order')
      await desk.resetBudget()
      const env = { FAILPOINT: `${point}:1:kill`, QUEUE_PREFIX: '{crash_live}' }
      const server = await ChildService.server({ ...desk.environment, ...env })
      const path = `/op/killed/${randomUUID()}`
      const order = {
        realmId: desk.realm.id,
        path,
        market: 'vn:0:BTC',
        side: 'buy',
        orderType: 'MARKET',
        size: '0.01',
        leverage: 10,
      }
      try {
        const client = Client.withToken(desk.realm.client.token!, server.url)
        const url = `/api/v1/objects/${alice.id}/exchange/orders`
        assert.isNull(await client.post(url, order).catch(() => null), 'expected no answer')
        assert.equal((await server.ended).signal, 'SIGKILL')
      } finally {
        server.kill()
        await server.ended
      }
      const operation = await eventually('the order to be booked', async () => {
        await desk.resetBudget()
        await desk.recover()
        const query = { realmId: desk.realm.id, path }
        const found = accepted(await desk.realm.client.get('/api/v1/operations', query))
        return found.operations[0] ?? null
      })
      assert.equal(operation.state, arrives ? 'completed' : 'failed')
      const again = await alice.order({ ...order })
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.status, arrives ? 201 : 502)
      assert.equal(desk.fake.countOf('order'), sent + (arrives ? 1 : 0))
      assert.closeTo(there.sizes.get('BTC') ?? 0, size + (arrives ? 0.01 : 0), 1e-9)
      await alice.assertAgrees(assert)
    })
})
