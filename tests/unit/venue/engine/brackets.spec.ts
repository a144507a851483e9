import { test } from '@japa/runner'
import type { OrderRequest } from '#modules/venue/core/engine/order_terms'
import { SOL, THIN, long, stop } from './trigger_orders.ts'
import { VenueWorld, usd } from './venue_world.ts'

test.group('venue | engine | brackets', () => {
  const legs = (takeProfit: string, stopLoss: string) =>
    [
      { orderId: 'tp', request: { ...stop(takeProfit, { tpsl: 'tp' }), orderType: 'MARKET' } },
      { orderId: 'sl', request: { ...stop(stopLoss), orderType: 'MARKET' } },
    ] as const

  function bracket(entry: Partial<OrderRequest> = {}, takeProfit = '160', stopLoss = '140') {
    return {
      type: 'place_bracket',
      objectId: 'bob',
      orderId: 'entry',
      ocoGroupId: 'group',
      entry: { market: SOL, side: 'buy', orderType: 'MARKET', size: '2', ...entry },
      legs: legs(takeProfit, stopLoss),
    } as const
  }

  test('legs arm once the entry has filled, and a fill of one ends the other', ({ assert }) => {
    const world = long()
    world.must(bracket({ orderType: 'LIMIT', price: '149' }))
    assert.equal(world.orderNow('tp').status, 'PENDING')
    world.move(SOL, '148')
    assert.equal(world.orderNow('entry').status, 'FILLED')
    assert.equal(world.orderNow('tp').status, 'WAITING_FOR_TRIGGER')
    world.move(SOL, '161')
    assert.equal(world.orderNow('tp').status, 'FILLED')
    assert.equal(world.orderNow('sl').cancelReason, 'sibling_filled')
  })

  test('even a partial fill of one leg ends the other', ({ assert }) => {
    const world = new VenueWorld({ bob: '10000' })
    const order = bracket({ market: THIN, size: '20' }, '25', '15')
    world.must({
      ...order,
      legs: order.legs.map((leg) => ({ ...leg, request: { ...leg.request, market: THIN } })),
    })
    world.setLiquidity(THIN, { bids: 200_000_000_000n })
    world.move(THIN, '26')
    const target = world.orderNow('tp')
    assert.isTrue(target.filled > 0n && target.filled < target.size)
    assert.equal(target.cancelReason, 'ioc_remainder')
    assert.equal(world.orderNow('sl').cancelReason, 'sibling_filled')
  })

  test('legs whose levels both lie in a gap: the first fires, the other is gone', ({ assert }) => {
    const world = long()
    world.must(bracket({ orderType: 'LIMIT', price: '149' }))
    world.move(SOL, '130')
    // The entry filled at 149 on the way; the stop at 140 is met at once.
    assert.equal(world.orderNow('entry').status, 'FILLED')
    assert.equal(world.orderNow('sl').status, 'FILLED')
    assert.equal(world.orderNow('tp').cancelReason, 'sibling_filled')
    assert.isUndefined(world.position('bob', SOL))
  })

  test('cancelling an entry takes its legs along, cancelling a leg no other', ({ assert }) => {
    const world = long()
    world.must(bracket({ orderType: 'LIMIT', price: '149' }))
    world.must({ type: 'cancel_order', objectId: 'bob', orderId: 'entry' })
    assert.equal(world.orderNow('tp').cancelReason, 'user_requested')
    assert.equal(world.orderNow('sl').cancelReason, 'user_requested')
    world.must(bracket())
    world.must({ type: 'cancel_order', objectId: 'bob', orderId: 'tp' })
    assert.equal(world.orderNow('sl').status, 'WAITING_FOR_TRIGGER')
  })

  test('legs of an entry that was cut short protect what was filled', ({ assert }) => {
    const world = new VenueWorld({ bob: '10000' })
    const order = bracket({ market: THIN, size: '100' }, '25', '15')
    const sized = { size: '100', sizeToMax: false, market: THIN }
    world.must({
      ...order,
      legs: order.legs.map((leg) => ({ ...leg, request: { ...leg.request, ...sized } })),
    })
    const entry = world.orderNow('entry')
    assert.equal(entry.cancelReason, 'ioc_remainder')
    assert.equal(world.orderNow('sl').status, 'WAITING_FOR_TRIGGER')
    assert.equal(world.orderNow('sl').size, entry.filled)
  })

  test('a refused entry leaves no legs, and legs must fit their entry', ({ assert }) => {
    const world = long()
    assert.equal(world.reason(bracket({ size: '20000' })), 'insufficient_margin')
    assert.isFalse([...world.state.orders.keys()].includes('tp'))
    assert.equal(world.reason(bracket({ side: 'sell' })), 'bad_batch_grouping')
    assert.equal(world.reason(bracket({ market: THIN })), 'bad_batch_grouping')
    assert.equal(world.reason({ ...bracket(), legs: [] }), 'bad_batch_grouping')
    const [takeProfit] = bracket().legs
    const twice = [takeProfit, { ...takeProfit, orderId: 'tp2' }]
    assert.equal(world.reason({ ...bracket(), legs: twice }), 'bad_batch_grouping')
    assert.equal(world.reason(bracket({}, '140', '160')), 'bad_trigger_price')
    assert.equal(world.reason({ ...bracket(), orderId: 'tp' }), 'id_in_use')
  })
})

test.group('venue | engine | position triggers', () => {
  const protect = (orderId: string, more = {}) =>
    ({
      type: 'set_position_triggers',
      objectId: 'alice',
      market: SOL,
      stopLoss: { orderId, triggerPx: '140' },
      ...more,
    }) as const

  test('a new one replaces its kind unless stacked', ({ assert }) => {
    const world = long()
    world.must({ ...protect('sl1'), takeProfit: { orderId: 'tp1', triggerPx: '160' } })
    world.must(protect('sl2'))
    assert.equal(world.orderNow('sl1').cancelReason, 'replaced')
    assert.equal(world.orderNow('tp1').status, 'WAITING_FOR_TRIGGER')
    world.must(protect('sl3', { stack: true }))
    assert.equal(world.orderNow('sl2').status, 'WAITING_FOR_TRIGGER')
    assert.equal(world.orderNow('sl3').trigger!.sizeToMax, true)
  })

  test('it needs a position, and a price on the right side of the mark', ({ assert }) => {
    const world = long()
    assert.equal(world.reason({ ...protect('sl'), objectId: 'bob' }), 'position_not_found')
    const wrong = { stopLoss: { orderId: 'sl', triggerPx: '160' } }
    assert.equal(world.reason(protect('sl', wrong)), 'bad_trigger_price')
    const offGrid = { stopLoss: { orderId: 'sl', triggerPx: '140.001' } }
    assert.equal(world.reason(protect('sl', offGrid)), 'invalid_tick')
    assert.equal(world.state.orders.size, 0)
  })

  test('a refused pair leaves the old protection in place', ({ assert }) => {
    const world = long()
    world.must(protect('sl1'))
    const pair = { takeProfit: { orderId: 'tp', triggerPx: '1' } }
    assert.equal(world.reason(protect('sl2', pair)), 'bad_trigger_price')
    assert.equal(world.orderNow('sl1').status, 'WAITING_FOR_TRIGGER')
  })

  test('a sized one is a partial, capped at the position, with no minimum', ({ assert }) => {
    const world = long()
    const sized = { stopLoss: { orderId: 'sl', triggerPx: '140', size: '0.01' } }
    world.must(protect('sl', sized))
    world.move(SOL, '140')
    assert.equal(world.orderNow('sl').filled, 1n)
    assert.isTrue(world.account('alice').crossCash > usd('-10000'))
  })

  test('a short is protected by a buy', ({ assert }) => {
    const world = long()
    world.place('bob', { market: SOL, side: 'sell', size: '1' })
    world.must({
      ...protect('sl'),
      objectId: 'bob',
      stopLoss: { orderId: 'sl', triggerPx: '155', price: '157' },
    })
    assert.equal(world.orderNow('sl').side, 'buy')
    world.move(SOL, '156')
    assert.equal(world.orderNow('sl').status, 'FILLED')
  })
})
