import { test } from '@japa/runner'
import { fundingRate, premiumSample } from '#modules/venue/core/engine/funding'
import { HOUSE } from '#modules/venue/core/engine/postings'
import { RATE_DECIMALS, formatFixed, parseFixed } from '#modules/venue/core/numerics'
import { VenueWorld, priceOf, usd } from './venue_world.ts'

const SOL = 'vn:0:SOL'
const THIN = 'vn:0:THIN'
const NVDA = 'vn:1:NVDA'

function rate(text: string): bigint {
  return parseFixed(text, RATE_DECIMALS)!
}

function twaps(world: VenueWorld) {
  return world.events.flatMap((event) => (event.type === 'twap_changed' ? [event.twap] : []))
}

test.group('venue | engine | funding', () => {
  test('the hourly rate is an eighth of premium plus clamped interest, capped', ({ assert }) => {
    const hourly = (premium: string) => formatFixed(fundingRate(rate(premium)), RATE_DECIMALS)
    assert.equal(hourly('0'), '0.0000125')
    assert.equal(hourly('0.0003'), '0.0000125')
    assert.equal(hourly('0.001'), '0.0000625')
    assert.equal(hourly('-0.001'), '-0.0000625')
    assert.equal(hourly('0.9'), '0.04')
    assert.equal(hourly('-0.9'), '-0.04')
  })

  test('the premium is how far the book stands on one side of the oracle', ({ assert }) => {
    const world = new VenueWorld()
    assert.equal(premiumSample(world.inputs, SOL), 0n)
    world.setPrices(SOL, { oracle: priceOf('149') })
    assert.isTrue(premiumSample(world.inputs, SOL) > rate('0.006'))
    world.setPrices(SOL, { oracle: priceOf('151') })
    assert.isTrue(premiumSample(world.inputs, SOL) < rate('-0.006'))
  })

  test('longs pay a positive rate at the oracle, hourly; the house balances', ({ assert }) => {
    const world = new VenueWorld()
    for (const name of ['alice', 'bob']) world.fund(name, '1000')
    world.place('alice', { market: SOL, size: '1.23', leverage: 5 })
    world.place('bob', { market: SOL, side: 'sell', size: '0.5', leverage: 5 })
    const [alice, bob] = ['alice', 'bob'].map((name) => world.account(name).crossCash)
    const house = world.balance(HOUSE)
    world.setPrices(SOL, { oracle: priceOf('151.33') })
    const payment = { market: SOL, hour: 500_000, rate: rate('0.0000125') }
    world.tick(1, [payment])
    // 1.23 x 151.33 x 0.0000125 = 0.002326698…; 0.5 x … = 0.000945812…
    assert.equal(world.account('alice').crossCash - alice!, -2326n)
    assert.equal(world.account('bob').crossCash - bob!, 945n)
    assert.equal(world.balance(HOUSE) - house, 2326n - 945n)
    assert.equal(world.position('alice', SOL)!.costs.funding, -2326n)
    world.tick(1, [payment])
    assert.equal(world.account('alice').crossCash - alice!, -2326n)
  })

  test('an isolated position pays out of its own margin', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: NVDA, size: '1', leverage: 5, isolated: true })
    const [cross, own] = [
      world.account('alice').crossCash,
      world.position('alice', NVDA)!.isolatedCash,
    ]
    world.tick(1, [{ market: NVDA, hour: 500_000, rate: rate('0.0001') }])
    assert.equal(world.account('alice').crossCash, cross)
    assert.equal(world.position('alice', NVDA)!.isolatedCash - own, -15_000n)
  })
})

test.group('venue | engine | TWAP', () => {
  const start = (twap: object = {}) =>
    ({
      type: 'start_twap',
      objectId: 'alice',
      twapId: 'twap',
      twap: { market: SOL, side: 'buy', totalSize: '11', durationMinutes: 5, ...twap },
    }) as const

  function funded(): VenueWorld {
    const world = new VenueWorld({ alice: '10000' })
    return world
  }

  test('it buys in even slices until all is filled', ({ assert }) => {
    const world = funded()
    world.must(start())
    assert.equal(twaps(world)[0]!.slices, 11)
    world.tick()
    assert.equal(world.position('alice', SOL)!.size, 100n)
    world.tick(49)
    assert.equal(world.position('alice', SOL)!.size, 600n)
    world.tick(60)
    const last = twaps(world).at(-1)!
    assert.containSubset(last, { status: 'FINISHED', filled: 1100n })
    assert.lengthOf(world.fills('alice'), 11)
    assert.isTrue(world.fills('alice').every(({ twapId }) => twapId === 'twap'))
    const orderIds = new Set(world.fills('alice').map(({ orderId }) => orderId))
    assert.lengthOf(orderIds, 11)
    for (const id of orderIds) assert.match(id!, /^ord_[0-7][0-9a-z]{25}$/)
    assert.equal(world.state.twaps.size, 0)
  })

  test('behind plan it catches up by at most three slices at once', ({ assert }) => {
    const world = funded()
    world.must(start())
    world.setLiquidity(SOL, { asks: 0n })
    world.tick(60)
    assert.isUndefined(world.position('alice', SOL))
    world.setLiquidity(SOL, { asks: 1_000_000_000_000n })
    world.tick(1)
    world.tick(9)
    assert.equal(world.position('alice', SOL)!.size, 300n)
  })

  test('randomised slices end at the same total', ({ assert }) => {
    const world = funded()
    world.must(start({ randomize: true }))
    world.tick(110)
    assert.equal(twaps(world).at(-1)!.filled, 1100n)
    const sizes = new Set(world.fills('alice').map(({ size }) => size))
    assert.isTrue(sizes.size > 1)
  })

  test('a stop, a delisting and a deletion end it, each under its name', ({ assert }) => {
    const world = funded()
    const stop = { type: 'stop_twap', objectId: 'alice', twapId: 'twap' } as const
    assert.equal(world.reason(stop), 'twap_not_found')
    world.must(start())
    assert.equal(world.reason(start()), 'id_in_use')
    world.tick()
    world.must(stop)
    assert.equal(twaps(world).at(-1)!.status, 'STOPPED')
    assert.equal(twaps(world).at(-1)!.filled, 100n)
    world.must(start())
    world.must({ type: 'wind_up', objectId: 'alice' })
    assert.equal(twaps(world).at(-1)!.status, 'TERMINATED')
    world.must(start())
    world.must({ type: 'delist', market: SOL, settlement: priceOf('150') })
    assert.equal(twaps(world).at(-1)!.status, 'TERMINATED')
  })

  test('its terms are checked before anything starts', ({ assert }) => {
    const world = funded()
    const wrong = [
      { durationMinutes: 4 },
      { durationMinutes: 10_081 },
      { durationMinutes: 5.5 },
      { intervalSeconds: 29 },
      { intervalSeconds: 301 },
      { slippageBps: 0 },
      { slippageBps: 301 },
    ]
    for (const each of wrong) assert.equal(world.reason(start(each)), 'twap_invalid')
    assert.equal(world.reason(start({ totalSize: '0.5' })), 'twap_invalid')
    assert.equal(world.reason(start({ totalSize: '0' })), 'invalid_size')
    assert.equal(world.reason(start({ reduceOnly: true })), 'reduce_only_would_increase')
    assert.equal(world.reason(start({ market: NVDA })), 'isolated_required')
  })
})

test.group('venue | engine | delisting and winding up', () => {
  test('orders end, positions settle at the given price without a fee', ({ assert }) => {
    const world = new VenueWorld()
    for (const name of ['alice', 'bob']) world.fund(name, '1000')
    world.place('alice', { market: SOL, size: '1', leverage: 5 })
    const stop = world.place('alice', {
      market: SOL,
      side: 'sell',
      isTrigger: true,
      triggerPx: '140',
      tpsl: 'sl',
      reduceOnly: true,
      sizeToMax: true,
    })
    const resting = world.place('bob', { market: SOL, size: '1', price: '140' })
    const cash = world.account('alice').crossCash
    world.must({ type: 'delist', market: SOL, settlement: 15_512_345_678n })
    assert.equal(world.orderNow(stop).cancelReason, 'market_delisted')
    assert.equal(world.orderNow(resting).cancelReason, 'market_delisted')
    assert.equal(world.account('alice').crossCash - cash, usd('155.12'))
    assert.equal(world.fills('alice').at(-1)!.fee, 0n)
    assert.equal(world.reason(world.order('bob', { market: SOL, size: '1' })), 'market_delisted')
    world.dropPrices(SOL)
    assert.equal(world.reason(world.order('bob', { market: SOL, size: '1' })), 'market_delisted')
    world.tick()
    const events = world.events.length
    world.must({ type: 'delist', market: SOL, settlement: priceOf('1') })
    assert.lengthOf(world.events, events)
  })

  test('a settlement beyond the account is covered, not owed', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    world.must({ type: 'delist', market: SOL, settlement: priceOf('100') })
    assert.equal(world.account('alice').crossCash, 0n)
  })

  test('winding up sells everything and leaves cash to withdraw', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: SOL, size: '1', leverage: 5 })
    world.place('alice', { market: NVDA, size: '1', leverage: 5, isolated: true })
    const order = world.place('alice', { market: SOL, size: '1', price: '140' })
    world.must({ type: 'wind_up', objectId: 'alice' })
    assert.deepEqual(world.account('alice').positions, {})
    assert.equal(world.orderNow(order).cancelReason, 'object_deleting')
    const amount = world.account('alice').crossCash
    world.must({ type: 'withdraw', objectId: 'alice', amount })
    assert.equal(world.account('alice').crossCash, 0n)
  })

  test('what a thin book cannot take stays and can be asked for again', ({ assert }) => {
    const world = new VenueWorld({ alice: '10000' })
    for (let bought = 0; bought < 6; bought++) {
      world.place('alice', { market: THIN, size: '20', leverage: 5 })
      world.tick(10)
    }
    world.must({ type: 'wind_up', objectId: 'alice' })
    assert.isDefined(world.position('alice', THIN))
    for (let tried = 0; tried < 10; tried++) {
      world.tick(10)
      world.must({ type: 'wind_up', objectId: 'alice' })
    }
    assert.isUndefined(world.position('alice', THIN))
  })
})
