import { test } from '@japa/runner'
import { notionalMicros } from '#modules/venue/core/numerics'
import { INSURANCE, crossOf, isolatedOf, perpOf } from '#modules/venue/core/engine/postings'
import { VenueWorld, priceOf, usd } from './venue_world.ts'

const BTC = 'vn:0:BTC'
const SOL = 'vn:0:SOL'
const NVDA = 'vn:1:NVDA'

test.group('venue | engine | fills', () => {
  test('a market buy pays the ask and the taker fee, to the micro-dollar', ({ assert }) => {
    const world = new VenueWorld({ alice: '10000' })
    const id = world.place('alice', { market: BTC, size: '0.12345', leverage: 10 })
    const [fill] = world.fills('alice')
    // ask = ceil(60000 x 1.00005) = 60003 USD; notional = 0.12345 x 60003 = 7407.37035 USD.
    assert.equal(fill!.price, priceOf('60003'))
    assert.equal(fill!.fee, usd('3.333316'))
    assert.containSubset(fill!, { direction: 'open_long', realizedPnl: 0n })
    assert.equal(fill!.netBalanceChange, usd('-3.333316'))
    assert.equal(world.account('alice').crossCash, usd('10000') - usd('7407.37035') - fill!.fee)
    assert.equal(world.position('alice', BTC)!.entryNotional, usd('7407.37035'))
    assert.equal(world.orderNow(id).status, 'FILLED')
    // Mark 60000: 0.12345 x 60000 = 7407; equity is what was paid for spread and fee short.
    const margin = world.margin('alice')
    assert.equal(margin.equity, usd('10000') - usd('0.37035') - usd('3.333316'))
    assert.equal(margin.initialMarginUsed, usd('740.7'))
    assert.equal(margin.maintenance, usd('92.5875'))
    assert.equal(margin.unrealizedPnl, usd('-0.37035'))
  })

  test('the ledger holds the position: its legs alone give cash and size', ({ assert }) => {
    const world = new VenueWorld({ alice: '10000' })
    world.place('alice', { market: BTC, size: '0.1', leverage: 10 })
    assert.equal(world.balance(crossOf('alice')), world.account('alice').crossCash)
    assert.equal(world.balance(crossOf('alice'), perpOf(BTC)), 10_000n)
    assert.equal(world.balance({ owner: 'house' }, perpOf(BTC)), -10_000n)
    assert.equal(world.balance({ owner: 'venue_fees' }), world.fills('alice')[0]!.fee)
  })

  test('fees have three parts, truncated one by one, and the lot adds them up', ({ assert }) => {
    const world = new VenueWorld(
      { alice: '1000' },
      { platformTenthsBps: 3, applicationTenthsBps: 7 }
    )
    world.place('alice', { market: SOL, size: '1.23', leverage: 5 })
    const [fill] = world.fills('alice')
    // ask = ceil(150 x 1.0001) = 150.02 (grid 0.01); notional = 184.5246 USD.
    assert.equal(fill!.price, priceOf('150.02'))
    assert.deepEqual(fill!.feeBreakdown, { exchange: 83_036n, platform: 5_535n, builder: 12_916n })
    assert.equal(fill!.fee, 83_036n + 5_535n + 12_916n)
    assert.deepEqual(world.position('alice', SOL)!.costs, { ...fill!.feeBreakdown, funding: 0n })
    assert.deepEqual(world.state.accrued, { platform: 5_535n, builder: 12_916n })
    world.must({ type: 'distribute_fees' })
    assert.deepEqual(world.state.accrued, { platform: 0n, builder: 0n })
    assert.equal(world.balance({ owner: 'fee_recipients' }), 5_535n + 12_916n)
  })

  test('an order’s own application fee is capped together with the platform’s', ({ assert }) => {
    const world = new VenueWorld(
      { alice: '1000' },
      { platformTenthsBps: 10, applicationTenthsBps: 50 }
    )
    const order = { market: SOL, size: '1', applicationFeeTenthsBps: 91 }
    assert.equal(world.reason(world.order('alice', order)), 'fee_too_high')
    world.place('alice', { ...order, applicationFeeTenthsBps: 90 })
    assert.equal(world.fills('alice')[0]!.feeBreakdown.builder, 135_018n)
  })

  test('reducing takes its share of the entry value, a close leaves nothing', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: SOL, size: '0.31', leverage: 5 })
    world.place('alice', { market: SOL, size: '0.1', side: 'sell', reduceOnly: true })
    const [opened, reduced] = world.fills('alice')
    const entry = notionalMicros(opened!.price, 31n, 2)
    const part = (entry * 10n) / 31n
    // bid = floor(150 x 0.9999) = 149.98.
    assert.equal(reduced!.realizedPnl, notionalMicros(priceOf('149.98'), 10n, 2) - part)
    assert.equal(reduced!.direction, 'reduce_long')
    assert.equal(world.position('alice', SOL)!.entryNotional, entry - part)
    world.must({ type: 'close_position', objectId: 'alice', market: SOL, orderId: 'close' })
    assert.isUndefined(world.position('alice', SOL))
    const fills = world.fills('alice')
    const realized = fills.reduce((sum, fill) => sum + fill.realizedPnl, 0n)
    const fees = fills.reduce((sum, fill) => sum + fill.fee, 0n)
    assert.equal(fills.at(-1)!.direction, 'close_long')
    assert.isNull(fills.at(-1)!.resultingPosition)
    assert.equal(world.account('alice').crossCash, usd('1000') + realized - fees)
  })

  test('a flip ends one lot and starts the next with its share of the fees', ({ assert }) => {
    const world = new VenueWorld(
      { alice: '1000' },
      { platformTenthsBps: 3, applicationTenthsBps: 7 }
    )
    world.place('alice', { market: SOL, size: '1', leverage: 5 })
    const lotBefore = world.position('alice', SOL)!
    world.place('alice', { market: SOL, size: '3', side: 'sell' })
    const flip = world.fills('alice').at(-1)!
    assert.containSubset(flip, { direction: 'flip_long_to_short', startPosition: 100n })
    const after = world.position('alice', SOL)!
    assert.equal(after.size, -200n)
    assert.equal(after.entryNotional, -notionalMicros(flip.price, 200n, 2))
    assert.notEqual(after.lotId, lotBefore.lotId)
    assert.equal(after.costs.exchange, (flip.feeBreakdown.exchange * 2n) / 3n)
    assert.equal(after.costs.funding, 0n)
    const ended = world.events.find((event) => event.type === 'lot_ended')
    if (ended?.type !== 'lot_ended') throw new Error('the lot did not end')
    const closeShare = flip.feeBreakdown.exchange - after.costs.exchange
    assert.equal(ended.lot.costs.exchange, lotBefore.costs.exchange + closeShare)
    assert.equal(ended.lot.reason, 'flipped')
  })

  test('an isolated position holds its margin apart and gives back its share', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: NVDA, size: '2', leverage: 4, isolated: true })
    const [opened] = world.fills('alice')
    const notional = notionalMicros(opened!.price, 2000n, 3)
    const posted = notional / 4n
    assert.equal(world.position('alice', NVDA)!.isolatedCash, posted - notional)
    assert.equal(world.account('alice').crossCash, usd('1000') - posted - opened!.fee)
    assert.equal(world.balance(isolatedOf('alice', NVDA)), posted - notional)
    const equity = posted - notional + notionalMicros(priceOf('149.97'), 2000n, 3)
    const crossBefore = world.account('alice').crossCash
    world.place('alice', { market: NVDA, size: '0.5', side: 'sell', reduceOnly: true })
    const reduced = world.fills('alice').at(-1)!
    assert.equal(reduced.price, priceOf('149.97'))
    assert.equal(world.account('alice').crossCash - crossBefore, equity / 4n - reduced.fee)
  })

  test('closing an isolated position beyond its margin costs cross nothing', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: NVDA, size: '10', leverage: 10, isolated: true })
    const cross = world.account('alice').crossCash
    world.setMark(NVDA, '120')
    world.must({ type: 'close_position', objectId: 'alice', market: NVDA, orderId: 'close' })
    assert.equal(world.account('alice').crossCash, cross)
    assert.equal(world.balance(isolatedOf('alice', NVDA)), 0n)
    assert.isTrue(world.balance(INSURANCE) < 0n)
  })
})
