import { test } from '@japa/runner'
import { LEDGER_FAILPOINTS } from '#modules/ledger/failpoints'
import { VENUE_FAILPOINTS } from '#modules/venue/failpoints'
import { ChildService } from '#tests/faults/support/child_service'
import { Client } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'
import { OrderTraffic } from './support/order_traffic.ts'

const VENUE = /^venue\.(decided|version_written|state_written|feed_ticked|tick_passed)$/
const PLACES = [
  ...LEDGER_FAILPOINTS.filter((name) => name.startsWith('poster.')),
  ...VENUE_FAILPOINTS.filter((name) => VENUE.test(name)),
]
/** Late enough for groups of orders and ticks together. */
const NTH_GROUP = 9

test.group('venue | killed while trading', (group) => {
  let trading: TradingRealm
  let traders: Trader[]
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price('vn:0:BTC', '60000')
    await trading.price('vn:0:ETH', '3000')
    await trading.price('vn:0:SOL', '150')
    traders = [await trading.trader('ann', '50000.00'), await trading.trader('ben', '50000.00')]
  })

  test('at {$self}: every acknowledged order is there once, with its fills in the books')
    .with(PLACES)
    .run(async ({ assert }, name) => {
      const env = { FAILPOINT: `${name}:${NTH_GROUP}:kill`, QUEUE_PREFIX: '{crash_venue}' }
      const server = await ChildService.server(env)
      try {
        const client = Client.withToken(trading.client.token!, server.url)
        const traffic = new OrderTraffic(trading, traders, [client], name)
        await traffic.until(() => !server.running)
        const { signal } = await server.ended
        assert.equal(signal, 'SIGKILL', 'expected the server to die at the failpoint')
        assert.isAbove(traffic.acknowledged.size, 0, 'expected answers before it died')
        await trading.tick()
        assert.deepEqual(await traffic.faults(), [])
        await trading.assertSoundBooks(assert)
      } finally {
        server.kill()
        await server.ended
      }
    })
})
