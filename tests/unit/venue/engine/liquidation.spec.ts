import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { rankForDeleveraging } from '#modules/venue/core/engine/adl_ranking'
import { INSURANCE } from '#modules/venue/core/engine/postings'
import { VenueWorld, usd } from './venue_world.ts'

const BTC = 'vn:0:BTC'
const ETH = 'vn:0:ETH'
const SOL = 'vn:0:SOL'
const NVDA = 'vn:1:NVDA'

function closings(world: VenueWorld) {
  return world.events.flatMap((event) => (event.type === 'venue_closed' ? [event.close] : []))
}

test.group('venue | engine | liquidation', () => {
  test('below maintenance the position goes to the book and what is left stays', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    const resting = world.place('alice', { market: SOL, size: '1', price: '120' })
    // Equity 100 - 0.2 - 0.68 - 10 x fall; maintenance 1/40. Just below where they meet.
    world.move(SOL, '143.6')
    assert.isUndefined(world.position('alice', SOL))
    assert.equal(world.orderNow(resting).cancelReason, 'liquidated')
    const [close] = closings(world)
    assert.equal(close!.method, 'market')
    assert.isTrue(close!.accountValue < close!.maintenance)
    const last = world.fills('alice').at(-1)!
    assert.containSubset(last, { isLiquidation: true, orderId: null })
    assert.deepEqual([last.feeBreakdown.platform, last.feeBreakdown.builder], [0n, 0n])
    assert.isTrue(world.account('alice').crossCash > 0n)
  })

  test('at its liquidation price an account stands, one tick beyond it does not', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: ETH, size: '1', leverage: 10 })
    const price = world.liquidationPrice('alice', ETH)!
    const tick = 10_000_000n
    const above = (price / tick + 1n) * tick
    world.move(ETH, above)
    assert.isDefined(world.position('alice', ETH))
    world.move(ETH, above - tick)
    assert.isUndefined(world.position('alice', ETH))
  })

  test('below two thirds of maintenance the house takes everything at the mark', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    world.move(SOL, '141.5')
    assert.equal(closings(world).at(-1)!.method, 'backstop')
    assert.equal(world.account('alice').crossCash, 0n)
    assert.equal(world.fills('alice').at(-1)!.fee, 0n)
    assert.equal(world.balance(INSURANCE), 0n)
    const taken = world.events.findLast((event) => event.type === 'remainder_taken')
    if (taken?.type !== 'remainder_taken') throw new Error('nothing was taken')
    // 100 - 10 x (150.02 - 141.5) - fee of 0.67509.
    assert.equal(taken.amount, usd('14.12491'))
    assert.equal(taken.legs[1]!.kind, 'liquidation_penalty')
    assert.equal(world.state.orders.size, 0)
  })

  test('a gap beyond the account is covered by insurance, never owed', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    const fee = world.fills('alice')[0]!.fee
    world.move(SOL, '130')
    assert.equal(world.account('alice').crossCash, 0n)
    // 100 - 10 x 20.02 - fee below zero.
    assert.equal(world.balance(INSURANCE), usd('100') - usd('200.2') - fee)
  })

  test('a large position goes by a fifth, then whole within the cooldown', ({ assert }) => {
    const world = new VenueWorld({ alice: '12000' })
    world.place('alice', { market: BTC, size: '4', leverage: 40 })
    // 240,000 USD; maintenance 1/80 is 3,000.
    world.move(BTC, '57550')
    const [first] = closings(world)
    assert.equal(first!.method, 'market')
    assert.equal(world.position('alice', BTC)!.size, 320_000n)
    const cooldown = world.account('alice').cooldownUntilMs
    assert.equal(cooldown, world.inputs.nowMs + 30_000)
    world.tick()
    assert.isUndefined(world.position('alice', BTC))
  })

  test('a tick that is passed twice liquidates once', ({ assert }) => {
    const world = new VenueWorld({ alice: '12000' })
    world.place('alice', { market: BTC, size: '4', leverage: 40 })
    world.move(BTC, '57550')
    const { state } = world
    assert.deepEqual(world.must({ type: 'tick', funding: [] }), [])
    assert.deepEqual(world.state, state)
  })

  test('an account that cannot be valued is left alone until it can', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    const order = world.place('alice', { market: BTC, size: '0.001', price: '59000' })
    const { prices } = world.inputs.markets.get(SOL)!
    world.dropPrices(SOL)
    world.setMark(BTC, '55000')
    world.tick(1, [{ market: SOL, hour: 500_000, rate: 1_000_000_000n }])
    assert.equal(world.position('alice', SOL)!.costs.funding, 0n)
    assert.equal(world.orderNow(order).status, 'OPEN')
    const ask = { type: 'withdraw', objectId: 'alice', amount: 1n } as const
    assert.equal(world.reason(ask), 'no_market_data')
    world.fund('bob', '100')
    world.place('bob', { market: BTC, size: '0.001', side: 'sell' })
    assert.equal(world.fills('bob')[0]!.counterparty, 'house')
    world.must({ type: 'cancel_order', objectId: 'alice', orderId: order })
    world.setPrices(SOL, prices!)
    world.move(SOL, '141')
    assert.isUndefined(world.position('alice', SOL))
  })

  test('with an empty book and enough equity it waits, and tries again', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    world.setLiquidity(SOL, { bids: 0n })
    world.move(SOL, '143.6')
    assert.equal(world.position('alice', SOL)!.size, 1000n)
    world.setLiquidity(SOL, { bids: 1_000_000_000_000n })
    world.tick()
    assert.isUndefined(world.position('alice', SOL))
  })

  test('the largest position goes first, and no more than is needed', ({ assert }) => {
    const world = new VenueWorld({ alice: '600' })
    world.place('alice', { market: BTC, size: '0.02', leverage: 20 })
    world.place('alice', { market: SOL, size: '40', leverage: 20 })
    world.move(SOL, '138')
    assert.isUndefined(world.position('alice', SOL))
    assert.equal(world.position('alice', BTC)!.size, 2000n)
  })

  test('once a slice is sent the rest waits for the next pass', ({ assert }) => {
    const world = new VenueWorld({ alice: '12000' })
    world.place('alice', { market: BTC, size: '4', leverage: 40 })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    world.move(BTC, '57550')
    const { equity, maintenance } = world.margin('alice')
    assert.isTrue(equity < maintenance)
    assert.equal(world.position('alice', BTC)!.size, 320_000n)
    assert.equal(world.position('alice', SOL)!.size, 1000n)
  })

  test('an isolated position falls alone', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: NVDA, size: '10', leverage: 10, isolated: true })
    world.place('alice', { market: SOL, size: '1', leverage: 10 })
    const cash = world.account('alice').crossCash
    world.move(NVDA, '130')
    assert.isUndefined(world.position('alice', NVDA))
    assert.equal(world.account('alice').crossCash, cash)
    assert.equal(world.position('alice', SOL)!.size, 100n)
    assert.isTrue(world.balance(INSURANCE) < 0n)
  })

  test('a partial sale of an isolated position keeps its margin in it', ({ assert }) => {
    const world = new VenueWorld({ alice: '30000' })
    world.place('alice', { market: NVDA, size: '1000', leverage: 10, isolated: true })
    const cross = world.account('alice').crossCash
    world.move(NVDA, '141.5')
    const position = world.position('alice', NVDA)!
    assert.equal(position.size, 800_000n)
    assert.equal(world.account('alice').crossCash, cross)
    const [{ value, maintenance }] = world.margin('alice').positions as never as [
      { value: bigint; maintenance: bigint },
    ]
    assert.isTrue(position.isolatedCash + value >= maintenance)
  })

  test('deleveraging ranks by gain and leverage, shorts by the turned ratio', ({ assert }) => {
    const candidate = (objectId: string, entry: number, value: number, accountValue: number) => ({
      objectId,
      entryNotional: BigInt(entry),
      value: BigInt(value),
      accountValue: BigInt(accountValue),
    })
    const ranked = rankForDeleveraging([
      candidate('calm', 1000, 1100, 1000),
      candidate('geared', 1000, 1100, 100),
      candidate('short', -1100, -1000, 100),
      candidate('twin', 1000, 1100, 100),
    ])
    // 1.1 x 1100/100 = 12.1 twice, the short 1.1 x 1000/100 = 11, the calm one 1.21.
    assert.deepEqual(pluck(ranked, 'objectId'), ['geared', 'twin', 'short', 'calm'])
  })
})
