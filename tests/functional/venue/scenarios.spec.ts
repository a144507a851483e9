import { test } from '@japa/runner'
import { accepted, eventually, pluck, type AnyData, type Reply } from '#tests/support/client'
import { TradingRealm } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'
const ETH = 'vn:0:ETH'
const SOL = 'vn:0:SOL'
const GOLD = 'vn:1:GOLD'
const THIN = 'vn:0:THIN'
const XRP = 'vn:0:XRP'

let trading: TradingRealm

const code = ({ status, error }: Reply<unknown>) =>
  `${status} ${error?.code} ${String(error?.details?.reason ?? '')}`

const statuses = (orders: AnyData[]) => orders.map(({ status }) => status as string).toSorted()

test.group('venue | scenarios', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    await trading.price(ETH, '3000')
    await trading.price(SOL, '150')
    await trading.price(GOLD, '2500')
    await trading.price(THIN, '20')
    await trading.price(XRP, '2')
  })
  group.each.teardown(() => trading.tick())

  test('one leg of a bracket fires in a gap and takes the other along', async ({ assert }) => {
    const bob = await trading.trader('bob', '10000.00')
    const leg = {
      market: BTC,
      side: 'sell',
      reduceOnly: true,
      isTrigger: true,
      orderType: 'MARKET',
    }
    const placed = await bob.send('POST', 'orders/batch', {
      grouping: 'normalTpsl',
      orders: [
        { market: BTC, side: 'buy', orderType: 'MARKET', size: '0.01' },
        { ...leg, tpsl: 'tp', triggerPx: '66000', size: '0.01' },
        { ...leg, tpsl: 'sl', triggerPx: '57000', size: '0.01' },
      ],
    })
    const { orders } = accepted(placed)
    assert.deepEqual(statuses(orders), ['FILLED', 'WAITING_FOR_TRIGGER', 'WAITING_FOR_TRIGGER'])
    const groups = new Set(pluck(orders, 'ocoGroupId').filter(Boolean))
    assert.equal(groups.size, 1)
    await trading.price(BTC, '55000')
    await trading.tick()
    assert.isNull(await bob.position(BTC))
    const { orders: after } = accepted(await bob.get('orders'))
    const [target] = after.filter(({ tpsl }: AnyData) => tpsl === 'tp')
    assert.deepInclude(target, { status: 'CANCELLED', cancelReason: 'sibling_filled' })
    await trading.price(BTC, '60000')
    await trading.assertSoundBooks(assert)
  })

  test('a stop of the whole position follows what is added to it', async ({ assert }) => {
    const eve = await trading.trader('eve', '10000.00')
    assert.equal(
      code(await eve.send('PUT', `positions/${ETH}/tpsl`, { stopLoss: { triggerPx: '2700' } })),
      '404 NOT_FOUND position_not_found'
    )
    accepted(await eve.order({ market: ETH, size: '1' }))
    accepted(await eve.send('PUT', `positions/${ETH}/tpsl`, { stopLoss: { triggerPx: '2700' } }))
    const wrong = await eve.send('PUT', `positions/${ETH}/tpsl`, {
      stopLoss: { triggerPx: '3300' },
    })
    assert.equal(code(wrong), '400 BAD_TRIGGER_PX bad_trigger_price')
    const { orders } = accepted(
      await eve.send('PUT', `positions/${ETH}/tpsl`, { stopLoss: { triggerPx: '2800' } })
    )
    assert.deepEqual(statuses(orders), ['CANCELLED', 'WAITING_FOR_TRIGGER'])
    accepted(await eve.order({ market: ETH, size: '0.5' }))
    await trading.price(ETH, '2750')
    await trading.tick()
    assert.isNull(await eve.position(ETH))
    await trading.price(ETH, '3000')
  })

  test('a thin book fills in part; an empty one refuses', async ({ assert }) => {
    const tim = await trading.trader('tim', '10000.00')
    const { order } = accepted(await tim.order({ market: THIN, size: '400' }))
    assert.deepInclude(order, { status: 'CANCELLED', cancelReason: 'ioc_remainder' })
    const drained = await tim.order({ market: THIN, size: '400' })
    assert.equal(code(drained), '409 NO_LIQUIDITY no_liquidity')
  })

  test('an isolated market takes isolated orders only and keeps its margin', async ({ assert }) => {
    const ida = await trading.trader('ida', '10000.00')
    const cross = await ida.order({ market: GOLD, size: '1', leverage: 5 })
    assert.equal(code(cross), '400 VALIDATION_ERROR isolated_required')
    accepted(await ida.order({ market: GOLD, size: '1', leverage: 5, isolated: true }))
    const { isolatedMargin, marginMode } = await ida.position(GOLD)
    assert.equal(marginMode, 'isolated')
    const margin = { market: GOLD, amount: '100' }
    const added = accepted(await ida.send('POST', 'isolated-margin', margin))
    assert.equal(Number(added.isolatedMargin), Number(isolatedMargin) + 100)
    const removal = await ida.send('POST', 'isolated-margin', { market: GOLD, amount: '-1' })
    assert.equal(code(removal), '400 VALIDATION_ERROR removal_not_allowed')
    const mode = { market: GOLD, marginMode: 'cross' }
    const refused = code(await ida.send('POST', 'margin-mode', mode))
    assert.equal(refused, '400 VALIDATION_ERROR margin_mode_not_offered')
    await trading.assertSoundBooks(assert)
  })

  test('leverage is set per market and tells what it was', async ({ assert }) => {
    const leo = await trading.trader('leo', '1000.00')
    const first = accepted(await leo.send('POST', 'leverage', { market: SOL, leverage: 5 }))
    assert.deepInclude(first, { market: SOL, leverage: 5, previousLeverage: 20 })
    assert.equal(accepted(await leo.get('leverage', { market: SOL })).leverage, 5)
    const asset = accepted(await leo.get('active-asset-data', { market: SOL }))
    assert.equal((await leo.order({ market: SOL, size: asset.maxBuySize })).status, 201)
    const more = await leo.order({ market: SOL, size: '1' })
    assert.equal(code(more), '400 INSUFFICIENT_MARGIN insufficient_margin')
  })

  test('what margin needs cannot be transferred away', async ({ assert }) => {
    const max = await trading.trader('max', '1000.00')
    accepted(await max.order({ market: XRP, size: '5000' }))
    const all = await max.move(max.path, '/cash/max', '990')
    assert.equal(code(all), '400 INSUFFICIENT_MARGIN withdraw_exceeds_available')
    const some = accepted(await max.move(max.path, '/cash/max', '100'))
    await trading.realm.completed(some.operation.id)
    await trading.assertSoundBooks(assert)
  })

  test('a gap below two thirds of the maintenance empties the account', async ({ assert }) => {
    const lou = await trading.trader('lou', '1000.00')
    accepted(await lou.order({ market: ETH, size: '6', leverage: 25 }))
    await trading.price(ETH, '2700')
    await trading.tick()
    const { marginSummary, positions } = await lou.state()
    assert.deepEqual([marginSummary.equity, positions], ['0.00', []])
    const { fills } = accepted(await lou.get('fills'))
    assert.isTrue(fills[0].isLiquidation)
    const { operations } = accepted(
      await trading.realm.get('/operations', { types: 'venue_close' })
    )
    assert.isAbove(operations.length, 0)
    await trading.price(ETH, '3000')
    await trading.assertSoundBooks(assert)
  })

  test('an object is deleted with its positions sold and its cash swept', async ({ assert }) => {
    const del = await trading.trader('del', '1000.00')
    accepted(await del.order({ market: BTC, size: '0.01' }))
    const remove = (body: Record<string, unknown>) => trading.realm.remove(del.id, body)
    assert.equal(code(await remove({})), '409 LIQUIDATION_REQUIRED ')
    const { operation } = accepted(
      await remove({ liquidatePositions: true, sweepToPath: '/cash/del' })
    )
    await trading.realm.completed(operation.id)
    assert.equal((await del.get('state')).status, 404)
    await trading.assertSoundBooks(assert)
  })

  test('funding is paid once an hour and moves nothing but money', async ({ assert }) => {
    const fay = await trading.trader('fay', '10000.00')
    accepted(await fay.order({ market: BTC, size: '0.1' }))
    accepted(await trading.sim('funding', { market: BTC, rate: '0.001' }))
    accepted(await trading.sim('clock', { mode: 'manual', advanceMs: 3_600_000 }))
    const { payments } = accepted(await fay.get('funding'))
    assert.equal(payments.length, 1)
    assert.equal(payments[0].amount, '-6.00')
    assert.containSubset(await fay.position(BTC), { cumulativeFunding: '-6.00' })
    await trading.assertSoundBooks(assert)
  })

  test('a TWAP sends slices and can be stopped', async ({ assert }) => {
    const tom = await trading.trader('tom', '10000.00')
    const started = accepted(
      await tom.send('POST', 'twap', {
        market: SOL,
        side: 'buy',
        totalSize: '20',
        durationMinutes: 5,
      })
    )
    assert.equal(started.twap.status, 'RUNNING')
    await trading.tick()
    const [running] = accepted(await tom.get('twap')).twaps
    assert.notEqual(running.filledSize, '0')
    const stopped = accepted(await tom.send('DELETE', `twap/${started.operation.id}`))
    assert.equal(stopped.twap.status, 'STOPPED')
    const again = await tom.send('DELETE', `twap/${started.operation.id}`)
    assert.equal(code(again), '404 NOT_FOUND twap_not_found')
    await trading.assertSoundBooks(assert)
  })

  test('accounts of one realm trade with each other, maker and taker', async ({ assert }) => {
    const [ann, ben] = [
      await trading.trader('ann', '10000.00'),
      await trading.trader('ben', '10000.00'),
    ]
    const rest = { market: BTC, orderType: 'LIMIT', price: '60001', size: '0.01', side: 'buy' }
    accepted(await ann.order({ ...rest, price: '59999' }))
    accepted(await ben.order({ market: BTC, size: '0.01', side: 'sell' }))
    const [made] = accepted(await ann.get('fills')).fills
    assert.deepInclude(made, { isMaker: true, price: '59999', direction: 'open_long' })
    await trading.assertSoundBooks(assert)
  })

  test('a simulated fault refuses one order and is used up', async ({ assert }) => {
    const fox = await trading.trader('fox', '10000.00')
    accepted(
      await trading.sim('faults', { code: 'EXCHANGE_PROVISIONING', objectId: fox.id, count: 1 })
    )
    const order = { market: BTC, size: '0.01' }
    assert.equal((await fox.order(order)).status, 503)
    assert.equal((await fox.order(order)).status, 201)
  })

  test('the valuation counts every position at the mid', async ({ assert }) => {
    const val = await trading.trader('val', '10000.00')
    accepted(await val.order({ market: ETH, size: '1' }))
    const value = await eventually('the valuation', async () => {
      const reply = await trading.realm.get('/objects/valuation', { path: val.path })
      return reply.status === 200 ? reply.data : null
    })
    const { marginSummary } = await val.state()
    assert.equal(value.positions[0].market, ETH)
    assert.closeTo(Number(value.valueUsd), Number(marginSummary.equity), 1)
  })
})
