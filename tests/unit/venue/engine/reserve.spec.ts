import { test } from '@japa/runner'
import { availableToWithdraw } from '#modules/venue/core/engine/margin'
import { VenueWorld, usd } from './venue_world.ts'

const BTC = 'vn:0:BTC'
const ANN = 'obj_ann'

function funded(): VenueWorld {
  const world = new VenueWorld()
  world.setMark(BTC, '60000')
  world.fund(ANN, '10000')
  return world
}

const reserve = (amount: string, operationId = 'op_1') =>
  ({ type: 'reserve', objectId: ANN, operationId, amount: usd(amount) }) as const
const end = (as: 'spent' | 'returned', operationId = 'op_1') =>
  ({ type: 'end_reserve', objectId: ANN, operationId, as }) as const

test.group('venue | engine | reserve', () => {
  test('what is reserved is no cash of the account, once per operation', ({ assert }) => {
    const world = funded()
    world.must(reserve('4000'))
    world.must(reserve('4000'))
    assert.equal(world.account(ANN).crossCash, usd('6000'))
    assert.equal(availableToWithdraw(world.margin(ANN)), usd('6000'))
    assert.deepEqual(world.account(ANN).reserved, { op_1: usd('4000') })
    assert.equal(world.reason(reserve('6000.01', 'op_2')), 'withdraw_exceeds_available')
    assert.equal(world.reason(reserve('0', 'op_2')), 'invalid_amount')
  })

  test('a refused transfer gives it back once, and leaves no trace', ({ assert }) => {
    const world = funded()
    const before = world.account(ANN)
    world.must(reserve('4000'))
    world.must(end('returned'))
    world.must(end('returned'))
    assert.deepEqual(world.account(ANN), before)
  })

  test('what was paid out is spent once; nothing else can be spent', ({ assert }) => {
    const world = funded()
    world.must(reserve('4000'))
    world.must(reserve('1000', 'op_2'))
    const events = world.must(end('spent'))
    const moved = events.map((event) => (event.type === 'cash_moved' ? event.amount : null))
    assert.deepEqual(moved, [-usd('4000')])
    assert.deepEqual(world.account(ANN).reserved, { op_2: usd('1000') })
    assert.equal(world.account(ANN).crossCash, usd('5000'))
    assert.throws(() => world.run(end('spent')), /reserved nothing/)
  })

  test('a liquidation takes what the account has, not what is reserved', ({ assert }) => {
    const world = funded()
    world.place(ANN, { market: BTC, side: 'buy', orderType: 'MARKET', size: '0.5' })
    world.must(reserve('6000'))
    world.move(BTC, '48000')
    assert.deepEqual(world.account(ANN).positions, {})
    assert.deepEqual(world.account(ANN).reserved, { op_1: usd('6000') })
    assert.isAtLeast(Number(world.account(ANN).crossCash), 0)
    world.must(end('spent'))
  })

  test('an account with something on its way out is not closed', ({ assert }) => {
    const world = funded()
    world.must(reserve('10000'))
    assert.equal(world.reason({ type: 'close_account', objectId: ANN }), 'account_not_empty')
  })
})
