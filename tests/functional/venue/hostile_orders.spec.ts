import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { makeKey } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, type Reply } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'

let trading: TradingRealm
let trader: Trader

const code = ({ status, error }: Reply<unknown>) => `${status} ${error?.code}`

const order = () => ({
  realmId: trading.id,
  path: `/op/h/${randomUUID()}`,
  market: BTC,
  side: 'buy',
  orderType: 'MARKET',
  size: '0.01',
})

test.group('venue | hostile orders', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    trader = await trading.trader('target', '1000.00')
  })

  test('every field is checked, and nothing is stored', async ({ assert }) => {
    const send = (change: Record<string, unknown>) =>
      trading.client.post(`${trader.base}/orders`, { ...order(), ...change })
    const wrong: [string, unknown][] = [
      ['realmId', 'x'],
      ['path', '/_system/venue/op/fill/x'],
      ['market', 7],
      ['market', 'x'.repeat(65)],
      ['side', 'long'],
      ['orderType', 'STOP'],
      ['size', 1],
      ['size', '-1'],
      ['size', '1e3'],
      ['size', 'NaN'],
      ['size', '9'.repeat(41)],
      ['leverage', '10'],
      ['reduceOnly', 'true'],
      ['timeInForce', 'FOK'],
      ['tpsl', 'stop'],
      ['sizeTolerance', 2],
      ['ocoGroupId', 'a b'],
      ['applicationFeeTenthsBps', -1],
    ]
    for (const [field, value] of wrong) {
      const reply = await send({ [field]: value })
      assert.equal(code(reply), '400 VALIDATION_ERROR', `${field} ${String(value)}`)
      const named = reply.error.details!.fields!.map((each) => each.field)
      assert.include(named, field)
    }
    assert.deepEqual(accepted(await trader.get('orders')).orders, [])
  })

  test('objects of others, other kinds and other realms are not there', async ({ assert }) => {
    const stranger = await TestRealm.open()
    const body = order()
    const path = `${trader.base}/orders`
    assert.equal(code(await stranger.client.post(path, body)), '404 NOT_FOUND')
    const own = { ...body, realmId: stranger.id }
    assert.equal(code(await stranger.client.post(path, own)), '404 OBJECT_NOT_FOUND')
    const cash = await trading.realm.object('/cash/only')
    const there = `/api/v1/objects/${cash.id}/exchange/orders`
    assert.equal(code(await trading.client.post(there, body)), '404 OBJECT_NOT_FOUND')
    const second = await trading.client.realm()
    const elsewhere = { ...body, realmId: second.id }
    assert.equal(code(await trading.client.post(path, elsewhere)), '404 OBJECT_NOT_FOUND')
  })

  test('a key that may only read neither places nor cancels', async ({ assert }) => {
    const { rawKey } = await makeKey(trading.client, { name: 'Reader', permissions: 'read' })
    const reader = Client.withToken(rawKey)
    assert.equal((await reader.get(`${trader.base}/state`)).status, 200)
    assert.equal(code(await reader.post(`${trader.base}/orders`, order())), '403 FORBIDDEN')
    const query = new URLSearchParams({ realmId: trading.id, path: '/op/h/none' })
    const cancel = await reader.send('DELETE', `${trader.base}/orders?${query}`)
    assert.equal(code(cancel), '403 FORBIDDEN')
  })

  test('legacy venues and venues of another kind of realm are refused', async ({ assert }) => {
    const create = (client: Client, realmId: string, metadata?: string) =>
      client.post('/api/v1/objects', {
        realmId,
        path: `/x/${randomUUID()}`,
        type: 'exchange',
        ...(metadata !== undefined && { metadata }),
      })
    for (const venue of ['hyperliquid', 'simulated-venue', '', 7, null]) {
      const reply = await create(trading.client, trading.id, JSON.stringify({ venue }))
      assert.equal(code(reply), '400 VALIDATION_ERROR', String(venue))
    }
    const named = await create(trading.client, trading.id, JSON.stringify({ venue: 'venue-sim' }))
    assert.isBelow(named.status, 300)
    const live = await create(trading.client, trading.id, JSON.stringify({ venue: 'venue' }))
    assert.equal(code(live), '400 VALIDATION_ERROR')
  })

  test('a number in a text of a caller stays a text', async ({ assert }) => {
    const { data } = await trader.order({ market: BTC, size: '0.001', ocoGroupId: '{"n":"1"}' })
    assert.equal(data.order.ocoGroupId, '{"n":"1"}')
  })

  test('accounts agree with the ledger after being loaded anew', async ({ assert }) => {
    const before = await trader.state()
    // As if another process had changed the venue: what this one remembers is not the newest.
    await writeRows`UPDATE venue_instances SET version = version + 1 WHERE realm_id = ${trading.id}`
    assert.deepEqual(await trader.state(), before)
    accepted(await trader.order({ market: BTC, size: '0.001' }))
    await trading.assertSoundBooks(assert)
  })
})
