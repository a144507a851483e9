import { test } from '@japa/runner'
import { conditionHolds } from '#modules/venue/core/engine/triggers'
import { SOL, long, stop } from './trigger_orders.ts'
import { VenueWorld, priceOf } from './venue_world.ts'

test.group('venue | engine | triggers', () => {
  test('the condition is inclusive, and its direction follows side and kind', ({ assert }) => {
    const holds = (side: 'buy' | 'sell', tpsl: 'tp' | 'sl') =>
      [99n, 100n, 101n].map((mark) => conditionHolds(side, { tpsl, triggerPx: 100n }, mark))
    assert.deepEqual(holds('sell', 'sl'), [true, true, false])
    assert.deepEqual(holds('sell', 'tp'), [false, true, true])
    assert.deepEqual(holds('buy', 'sl'), [false, true, true])
    assert.deepEqual(holds('buy', 'tp'), [true, true, false])
  })

  test('an unsized stop closes the whole position, also what was added later', ({ assert }) => {
    const world = long()
    const id = world.place('alice', stop('140'))
    assert.equal(world.orderNow(id).status, 'WAITING_FOR_TRIGGER')
    world.place('alice', { market: SOL, size: '2' })
    world.move(SOL, '140.01')
    assert.equal(world.orderNow(id).status, 'WAITING_FOR_TRIGGER')
    world.move(SOL, '140')
    const order = world.orderNow(id)
    assert.equal(order.status, 'FILLED')
    assert.equal(order.size, 300n)
    assert.equal(order.triggeredAtMs, world.inputs.nowMs)
    assert.isUndefined(world.position('alice', SOL))
  })

  test('a sized stop closes no more than it says, nor more than there is', ({ assert }) => {
    const world = long()
    const id = world.place('alice', stop('140', { sizeToMax: false, size: '0.4' }))
    const large = world.place('alice', stop('139', { sizeToMax: false, size: '9' }))
    world.move(SOL, '140')
    assert.equal(world.orderNow(id).filled, 40n)
    assert.equal(world.position('alice', SOL)!.size, 60n)
    world.move(SOL, '139')
    assert.equal(world.orderNow(large).size, 60n)
    assert.equal(world.orderNow(large).status, 'FILLED')
  })

  test('no trigger outlives its position', ({ assert }) => {
    const world = long()
    const id = world.place('alice', stop('140'))
    const entry = world.place('alice', {
      ...stop('160', { reduceOnly: false, sizeToMax: false }),
      side: 'buy',
      size: '1',
    })
    world.must({ type: 'close_position', objectId: 'alice', market: SOL, orderId: 'c' })
    assert.equal(world.orderNow(id).cancelReason, 'position_closed')
    assert.equal(world.orderNow(entry).cancelReason, 'position_closed')
    const again = world.order('alice', stop('140'))
    assert.equal(world.reason(again), 'reduce_only_would_increase')
  })

  test('a position that turns takes its triggers and reduce-only orders along', ({ assert }) => {
    const world = long()
    const id = world.place('alice', stop('140'))
    const target = world.place('alice', {
      market: SOL,
      side: 'sell',
      size: '1',
      price: '160',
      reduceOnly: true,
    })
    world.place('alice', { market: SOL, side: 'sell', size: '3' })
    assert.equal(world.orderNow(id).cancelReason, 'position_flipped')
    assert.equal(world.orderNow(target).cancelReason, 'reduce_only')
  })

  test('a protective trigger that would fire at once is refused, an entry fires', ({ assert }) => {
    const world = long()
    assert.equal(world.reason(world.order('alice', stop('150'))), 'bad_trigger_price')
    const target = stop('150', { tpsl: 'tp' })
    assert.equal(world.reason(world.order('alice', target)), 'bad_trigger_price')
    const entry = stop('149', { reduceOnly: false, sizeToMax: false, size: '1' })
    const id = world.place('bob', { ...entry, side: 'buy' })
    assert.equal(world.orderNow(id).status, 'FILLED')
    assert.equal(world.position('bob', SOL)!.size, 100n)
  })

  test('an entry that fires without margin is cancelled and leaves no fill', ({ assert }) => {
    const world = long()
    const entry = stop('160', { reduceOnly: false, sizeToMax: false, size: '5000' })
    const id = world.place('bob', { ...entry, side: 'buy' })
    world.move(SOL, '161')
    assert.equal(world.orderNow(id).cancelReason, 'insufficient_margin')
    assert.lengthOf(world.fills('bob'), 0)
  })

  test('an entry that fires with a tolerance takes the size its margin allows', ({ assert }) => {
    const world = long()
    const entry = stop('160', { reduceOnly: false, sizeToMax: false, size: '1300' })
    const id = world.place('bob', { ...entry, side: 'buy', leverage: 20, sizeTolerance: '0.1' })
    world.move(SOL, '161')
    const { status, size } = world.orderNow(id)
    assert.equal(status, 'FILLED')
    assert.isTrue(size < 130_000n && size >= 117_000n)
  })

  test('a limit trigger rests at its price; that of a market one is ignored', ({ assert }) => {
    const world = long()
    const limit = stop('140', { orderType: 'LIMIT', isMarket: false, price: '145' })
    const id = world.place('alice', limit)
    world.move(SOL, '139')
    assert.equal(world.orderNow(id).status, 'OPEN')
    world.move(SOL, '146')
    assert.equal(world.orderNow(id).status, 'FILLED')
    assert.equal(world.fills('alice').at(-1)!.price, priceOf('145'))
    world.place('alice', { market: SOL, size: '1' })
    const market = world.place('alice', stop('140', { orderType: 'LIMIT', price: '145' }))
    world.move(SOL, '139')
    assert.equal(world.orderNow(market).status, 'FILLED')
  })

  test('a market trigger fills no further than a tenth from the mark', ({ assert }) => {
    const world = long()
    const id = world.place('alice', stop('140'))
    world.setMark(SOL, '139')
    world.setPrices(SOL, { bid: priceOf('120'), mid: priceOf('129.5') })
    world.tick()
    assert.equal(world.orderNow(id).cancelReason, 'no_liquidity')
    assert.equal(world.position('alice', SOL)!.size, 100n)
  })

  test('triggers of one tick fire in the order they were placed', ({ assert }) => {
    const world = long()
    world.tick()
    const second = world.place('alice', stop('141', { sizeToMax: false, size: '0.8' }))
    world.tick()
    const third = world.place('alice', stop('145', { sizeToMax: false, size: '0.8' }))
    // However the orders were loaded.
    const orders = new Map([...world.state.orders].reverse())
    world.state = { ...world.state, orders }
    world.move(SOL, '130')
    assert.equal(world.orderNow(second).filled, 80n)
    assert.equal(world.orderNow(third).filled, 20n)
  })

  test('a stop inside a gap acts before the liquidation', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    world.place('alice', stop('148'))
    world.move(SOL, '142')
    assert.isFalse(world.fills('alice').some(({ isLiquidation }) => isLiquidation))
    assert.isUndefined(world.position('alice', SOL))
  })
})
