import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { Client } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { TradingRealm } from '#tests/functional/venue/support/trading_realm'
import { OrderTraffic } from './support/order_traffic.ts'

const ORDERS = 150

test.group('venue | two processes', () => {
  test('trade and tick on a realm; one is killed, nothing lost or doubled', async ({ assert }) => {
    const trading = await TradingRealm.open()
    await trading.price('vn:0:BTC', '60000')
    await trading.price('vn:0:ETH', '3000')
    await trading.price('vn:0:SOL', '150')
    const traders = [
      await trading.trader('ann', '50000.00'),
      await trading.trader('ben', '50000.00'),
    ]
    const second = await ChildService.server({ QUEUE_PREFIX: '{second_venue}' })
    try {
      const there = Client.withToken(trading.client.token!, second.url)
      const traffic = new OrderTraffic(trading, traders, [trading.client, there], 'both')
      await traffic.until(() => traffic.sent >= ORDERS)
      const before = traffic.sent
      const dying = traffic.until(() => traffic.sent >= before + ORDERS)
      second.kill()
      await dying
      await trading.tick()
      assert.isAbove(traffic.ticks, 0)
      assert.deepEqual(await traffic.faults(), [])
      await trading.assertSoundBooks(assert)
      assert.deepEqual(await doubled(trading.id), [])
    } finally {
      second.kill()
      await second.ended
    }
  })
})

/** Fills that one order has more of than it has size. */
async function doubled(realmId: string) {
  return readRows`SELECT o.id FROM venue_orders o JOIN venue_fills f ON f.order_id = o.id
      WHERE o.realm_id = ${realmId} AND o.status = 'FILLED' GROUP BY o.id, o.record
      HAVING SUM(ABS(f.signed_size)) = 0 OR COUNT(*) <> COUNT(DISTINCT f.id)`
}
