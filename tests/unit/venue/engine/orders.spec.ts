import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { REASONS } from '#modules/venue/core/engine/refusals'
import { priceOf, traders, usd } from './venue_world.ts'

const BTC = 'vn:0:BTC'
const SOL = 'vn:0:SOL'
const DOGE = 'vn:0:DOGE'
const THIN = 'vn:0:THIN'
const LOOM = 'vn:0:LOOM'

test.group('venue | engine | placing', () => {
  const refusedByVenue = [
    ['market_delisted', { market: LOOM, size: '1', isolated: true, leverage: 1 }],
    ['below_min_notional', { market: SOL, size: '0.06' }],
    ['below_min_notional', { market: SOL, size: '0.1', price: '99.9' }],
    ['above_max_notional', { market: BTC, size: '501' }],
    ['insufficient_margin', { market: BTC, size: '10' }],
    ['insufficient_margin', { market: BTC, size: '10', price: '50000' }],
    ['reduce_only_would_increase', { market: SOL, size: '1', reduceOnly: true }],
    ['price_too_far', { market: SOL, size: '5', price: '293' }],
    ['price_too_far', { market: SOL, size: '5', price: '7' }],
    ['post_only_would_cross', { market: SOL, size: '1', price: '150.02', timeInForce: 'ALO' }],
    ['ioc_no_match', { market: SOL, size: '1', price: '150.01', timeInForce: 'IOC' }],
  ] as const

  for (const [reason, order] of refusedByVenue) {
    test(`${reason}: ${JSON.stringify(order)}`.slice(0, 110), ({ assert }) => {
      const world = traders()
      assert.equal(world.reason(world.order('alice', { ...order })), reason)
      assert.equal(REASONS[reason].phase, 'B')
    })
  }

  test('a refusal says what stood against it, in plain decimals', ({ assert }) => {
    const world = traders()
    const crossing = { market: SOL, size: '1', price: '151', timeInForce: 'ALO' }
    assert.deepEqual(world.refusal(world.order('alice', crossing)).details, { best: '150.02' })
    const large = { market: SOL, size: '2000', price: '140', leverage: 20 }
    assert.deepEqual(world.refusal(world.order('alice', large)).details, {
      required: '14000.00',
      available: '10000.00',
    })
    const most = world.refusal(world.order('alice', { ...large, useMax: true }))
    assert.deepEqual(most.details, { maxSize: '1428.57' })
    const ask = { type: 'withdraw', objectId: 'alice', amount: usd('10000.000001') } as const
    assert.deepEqual(world.refusal(ask).details, { available: '10000.00' })
  })

  test('a market order on an empty side finds no liquidity', ({ assert }) => {
    const world = traders()
    world.setLiquidity(SOL, { asks: 0n })
    assert.equal(world.reason(world.order('alice', { market: SOL, size: '1' })), 'no_liquidity')
    world.place('alice', { market: SOL, size: '1', side: 'sell' })
  })

  test('a thin book fills a market order in part and drops the rest', ({ assert }) => {
    const world = traders()
    const id = world.place('alice', { market: THIN, size: '100' })
    const order = world.orderNow(id)
    assert.containSubset(order, { status: 'CANCELLED', cancelReason: 'ioc_remainder' })
    assert.isTrue(order.filled > 0n && order.filled < order.size)
    assert.lengthOf(world.fills('alice'), 3)
    const again = world.order('alice', { market: THIN, size: '100' })
    assert.equal(world.reason(again), 'no_liquidity')
    // What was taken comes back by half with every tick.
    world.tick(1)
    world.must(again)
    assert.isTrue(world.orderNow(again.orderId).filled < order.filled)
  })

  test('price before time, users before the synthetic book, at resting prices', ({ assert }) => {
    const world = traders()
    const late = world.place('bob', { market: SOL, side: 'sell', size: '1', price: '150.01' })
    const worse = world.place('bob', { market: SOL, side: 'sell', size: '1', price: '150.02' })
    const early = world.place('carol', { market: SOL, side: 'sell', size: '1', price: '150.01' })
    world.place('alice', { market: SOL, size: '2.5' })
    assert.deepEqual(
      world.fills('alice').map(({ price, size, counterparty }) => [price, size, counterparty]),
      [
        [priceOf('150.01'), 100n, 'bob'],
        [priceOf('150.01'), 100n, 'carol'],
        [priceOf('150.02'), 50n, 'bob'],
      ]
    )
    assert.equal(world.orderNow(late).status, 'FILLED')
    assert.equal(world.orderNow(early).status, 'FILLED')
    assert.equal(world.orderNow(worse).status, 'PARTIALLY_FILLED')
    const [maker] = world.fills('bob')
    // 150.01 x 0.00015 truncated.
    assert.containSubset(maker!, { fee: 22_501n, isMaker: true })
    assert.equal(world.balance({ owner: 'house' }), 0n)
  })

  test('an account never trades with itself: its resting order gives way', ({ assert }) => {
    const world = traders()
    const resting = world.place('alice', { market: SOL, side: 'sell', size: '1', price: '150.01' })
    world.place('alice', { market: SOL, size: '1' })
    assert.equal(world.orderNow(resting).cancelReason, 'self_trade')
    assert.deepEqual(pluck(world.fills(), 'counterparty'), ['house'])
  })

  test('a limit order takes up to its price and rests with what is left', ({ assert }) => {
    const world = traders()
    const rests = world.place('alice', { market: SOL, size: '1', price: '150.01' })
    assert.equal(world.orderNow(rests).status, 'OPEN')
    const id = world.place('bob', { market: SOL, side: 'sell', size: '3', price: '150.01' })
    const order = world.orderNow(id)
    assert.containSubset(order, { status: 'PARTIALLY_FILLED', filled: 100n })
    assert.equal(order.filledNotional, usd('150.01'))
  })

  test('a resting order fills at its price once the market moved through it', ({ assert }) => {
    const world = traders()
    const id = world.place('alice', { market: SOL, size: '2', price: '149' })
    world.move(SOL, '149.5')
    assert.equal(world.orderNow(id).status, 'OPEN')
    world.move(SOL, '148')
    assert.equal(world.orderNow(id).status, 'FILLED')
    const [fill] = world.fills('alice')
    assert.equal(fill!.price, priceOf('149'))
    assert.containSubset(fill!, { counterparty: 'house', isMaker: true })
    // 298 x 0.00015.
    assert.equal(fill!.fee, usd('0.0447'))
  })

  test('a resting order whose margin has gone is cancelled when its turn comes', ({ assert }) => {
    const world = traders()
    const id = world.place('alice', { market: SOL, size: '500', price: '140', leverage: 20 })
    world.place('alice', { market: BTC, size: '1', leverage: 10 })
    world.setMark(BTC, '58000')
    world.move(SOL, '139')
    assert.equal(world.orderNow(id).cancelReason, 'insufficient_margin')
    assert.isUndefined(world.position('alice', SOL))
  })

  test('a reduce-only order is clipped to the position and never turns it', ({ assert }) => {
    const world = traders()
    world.place('alice', { market: SOL, size: '1' })
    const resting = { market: SOL, side: 'sell', reduceOnly: true } as const
    const first = world.place('alice', { ...resting, size: '0.8', price: '151' })
    const second = world.place('alice', { ...resting, size: '0.8', price: '152' })
    world.move(SOL, '153')
    assert.equal(world.orderNow(first).status, 'FILLED')
    assert.equal(world.orderNow(second).cancelReason, 'reduce_only')
    assert.equal(world.orderNow(second).filled, 20n)
    assert.isUndefined(world.position('alice', SOL))
    world.place('alice', { market: SOL, size: '1' })
    const close = world.place('alice', { ...resting, size: '5' })
    assert.equal(world.orderNow(close).status, 'FILLED')
    assert.equal(world.orderNow(close).size, 100n)
  })

  test('closing may be smaller than the minimum and needs no margin', ({ assert }) => {
    const world = traders()
    world.place('alice', { market: SOL, size: '1' })
    world.place('alice', { market: SOL, side: 'sell', size: '0.01', reduceOnly: true })
    assert.equal(world.position('alice', SOL)!.size, 99n)
    const close = { type: 'close_position', objectId: 'alice', market: SOL, orderId: 'c' } as const
    world.must({ ...close, size: '0.5' })
    assert.equal(world.position('alice', SOL)!.size, 49n)
    world.must({ ...close, orderId: 'd' })
    assert.equal(world.reason(close), 'position_not_found')
  })
})

test.group('venue | engine | sizes and changes', () => {
  test('a margin failure gives up to the tolerance of the size, and never more', ({ assert }) => {
    const world = traders()
    // Leverage 20 on 10,000 USD carries a little under 1,320 SOL.
    const order = { market: SOL, size: '1340', leverage: 20 }
    assert.equal(world.reason(world.order('alice', order)), 'insufficient_margin')
    const narrow = world.order('alice', { ...order, sizeTolerance: '0.001' })
    assert.equal(world.reason(narrow), 'insufficient_margin')
    const id = world.place('alice', { ...order, sizeTolerance: '0.05' })
    const { size, status } = world.orderNow(id)
    assert.equal(status, 'FILLED')
    assert.isTrue(size < 134_000n && size >= 127_300n)
    const one = world.order('alice', { market: SOL, size: '0.01' })
    assert.notEqual(world.run(one).kind, 'accepted')
  })

  test('useMax stays within its reference and refuses when too little is left', ({ assert }) => {
    const world = traders()
    const small = world.place('alice', { market: SOL, size: '1', useMax: true })
    assert.equal(world.orderNow(small).size, 100n)
    const order = { market: SOL, size: '1400', leverage: 20, useMax: true }
    assert.equal(world.reason(world.order('bob', order)), 'max_below_tolerance')
    const id = world.place('bob', { ...order, sizeTolerance: '0.2' })
    assert.isTrue(world.orderNow(id).size < 140_000n)
  })

  test('a smaller order keeps its place, a larger one goes to the end', ({ assert }) => {
    const world = traders()
    const ask = { market: SOL, side: 'sell', size: '2', price: '150.01' } as const
    const first = world.place('bob', ask)
    const second = world.place('carol', ask)
    const resize = (objectId: string, orderId: string, newSize: string) =>
      ({ type: 'resize_order', objectId, orderId, newSize }) as const
    world.must(resize('bob', first, '1'))
    world.place('alice', { market: SOL, size: '0.5' })
    assert.equal(world.fills('alice').at(-1)!.counterparty, 'bob')
    world.must(resize('bob', first, '3'))
    world.place('alice', { market: SOL, size: '0.5' })
    assert.equal(world.fills('alice').at(-1)!.counterparty, 'carol')
    assert.equal(world.reason(resize('bob', first, '0.5')), 'invalid_size')
    assert.equal(world.reason(resize('bob', first, '0.005')), 'invalid_size')
    assert.equal(world.reason(resize('bob', first, '9000')), 'insufficient_margin')
    assert.equal(world.reason(resize('alice', second, '3')), 'order_not_found')
  })

  test('cancelling all may be kept to one market', ({ assert }) => {
    const world = traders()
    const sol = world.place('alice', { market: SOL, size: '1', price: '140' })
    const btc = world.place('alice', { market: BTC, size: '0.01', price: '50000' })
    world.must({ type: 'cancel_all', objectId: 'alice', market: SOL })
    assert.equal(world.orderNow(sol).cancelReason, 'user_requested')
    assert.equal(world.orderNow(btc).status, 'OPEN')
    world.must({ type: 'cancel_all', objectId: 'alice', market: null })
    assert.equal(world.state.orders.size, 0)
  })

  test('an account has at most a thousand live orders', ({ assert }) => {
    const world = traders()
    world.must({ type: 'set_leverage', objectId: 'alice', market: DOGE, leverage: 10 })
    for (let placed = 0; placed < 1000; placed++) {
      world.place('alice', { market: DOGE, size: '100', price: '0.1' })
    }
    const next = world.order('alice', { market: DOGE, size: '100', price: '0.1' })
    assert.equal(world.reason(next), 'too_many_open_orders')
  })
})
