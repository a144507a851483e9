import { test } from '@japa/runner'
import fc from 'fast-check'
import { Draft } from '#modules/venue/core/engine/draft'
import { initialMargin, maintenanceMargin, tierOf } from '#modules/venue/core/engine/maintenance'
import { availableToWithdraw, freeMargin, withdrawable } from '#modules/venue/core/engine/margin'
import { formatPrice } from '#modules/venue/core/numerics'
import { forAll } from '#tests/support/for_all'
import { MARKETS, VenueWorld, priceOf, usd } from './venue_world.ts'

const BTC = 'vn:0:BTC'
const ETH = 'vn:0:ETH'
const SOL = 'vn:0:SOL'
const DOGE = 'vn:0:DOGE'
const NVDA = 'vn:1:NVDA'
const GOLD = 'vn:1:GOLD'

function marketNamed(id: string) {
  return MARKETS.find((market) => market.id === id)!
}

function free(world: VenueWorld, objectId: string): bigint {
  return freeMargin(new Draft(world.state, world.inputs), objectId)
}

test.group('venue | engine | margin', () => {
  test('maintenance is half the margin at most leverage, less the deduction', ({ assert }) => {
    const doge = marketNamed(DOGE)
    // Tiers 10x, 5x from 20,000, 3x from 100,000: rates 5 %, 10 %, 16.666… %.
    assert.equal(maintenanceMargin(doge, usd('19999.999999')), usd('999.999999'))
    assert.equal(maintenanceMargin(doge, usd('20000')), usd('1000'))
    // 60,000 x 10 % - 20,000 x 5 %.
    assert.equal(maintenanceMargin(doge, usd('60000')), usd('5000'))
    // 150,000 / 6 - (1,000 + 100,000 x (1/6 - 1/10)) = 25,000 - 7,666.666… = 17,333.333…
    assert.equal(maintenanceMargin(doge, usd('150000')), usd('17333.333333'))
    assert.equal(maintenanceMargin(marketNamed(BTC), usd('160000000')), usd('2125000'))
  })

  test('maintenance has no step, never falls and stays under initial margin', ({ assert }) => {
    const notional = fc.bigInt({ min: 0n, max: 300_000_000_000_000n })
    forAll([fc.constantFrom(...MARKETS), notional], (market, value) => {
      const margin = maintenanceMargin(market, value)
      const step = maintenanceMargin(market, value + 1n) - margin
      assert.isTrue(step === 0n || step === 1n)
      assert.isTrue(margin <= initialMargin(value, tierOf(market, value).maxLeverage))
    })
    for (const market of MARKETS) {
      for (const { lowerBoundUsd } of market.marginTiers) {
        const bound = lowerBoundUsd * 1_000_000n
        if (bound === 0n) continue
        const rise = maintenanceMargin(market, bound) - maintenanceMargin(market, bound - 1n)
        assert.isTrue(rise === 0n || rise === 1n, market.id)
      }
    }
  })

  test('a long is liquidated where equity is maintenance, to eight decimals', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: ETH, size: '1', leverage: 10 })
    // ask 3000.3; fee 1.350135; cash 1000 - 3000.3 - 1.350135 = -2001.650135.
    assert.equal(world.account('alice').crossCash, usd('-2001.650135'))
    // x - 2001.650135 = x / 50  =>  x = 2001.650135 / 0.98.
    assert.equal(formatPrice(world.liquidationPrice('alice', ETH)!), '2042.50013776')
  })

  test('a short is liquidated above, by the position’s sign, not an order’s', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: ETH, size: '1', side: 'sell', leverage: 10 })
    // bid 2999.7; fee 1.349865; cash 3998.350135; 3998.350135 - x = x / 50.
    assert.equal(formatPrice(world.liquidationPrice('alice', ETH)!), '3919.95111275')
  })

  test('the liquidation price is solved in the tier it lies in', ({ assert }) => {
    const world = new VenueWorld({ alice: '10000' })
    // 180,000 DOGE at about 0.15 = 27,000 USD, above the 20,000 bound; falling crosses it.
    world.place('alice', { market: DOGE, size: '180000', leverage: 5 })
    const { crossCash } = world.account('alice')
    const price = world.liquidationPrice('alice', DOGE)!
    assert.isTrue(price < priceOf('0.11111111'))
    // Below 20,000 USD the first tier applies: cash + 180,000 x = 180,000 x / 20.
    const expected = (-crossCash * 20n * 100n) / (180_000n * 19n)
    assert.isTrue(price - expected <= 1n && expected - price <= 1n)
  })

  test('a position that cannot be liquidated has no liquidation price', ({ assert }) => {
    const world = new VenueWorld({ alice: '100000' })
    world.place('alice', { market: SOL, size: '1', leverage: 5 })
    assert.isNull(world.liquidationPrice('alice', SOL))
    assert.isNull(world.liquidationPrice('alice', BTC))
  })

  test('other cross positions count, isolated ones stand alone', ({ assert }) => {
    const world = new VenueWorld({ alice: '2000' })
    world.place('alice', { market: ETH, size: '1', leverage: 10 })
    const before = world.liquidationPrice('alice', ETH)!
    world.place('alice', { market: NVDA, size: '2', leverage: 5, isolated: true })
    const apart = world.liquidationPrice('alice', NVDA)!
    assert.isTrue(world.liquidationPrice('alice', ETH)! > before)
    world.setMark(ETH, '2500')
    assert.equal(world.liquidationPrice('alice', NVDA), apart)
    world.place('alice', { market: SOL, size: '5', leverage: 10 })
    assert.equal(world.liquidationPrice('alice', NVDA), apart)
  })

  test('resting orders hold back the worse side, closing ones nothing', ({ assert }) => {
    const world = new VenueWorld({ alice: '10000' })
    world.must({ type: 'set_leverage', objectId: 'alice', market: SOL, leverage: 10 })
    world.place('alice', { market: SOL, size: '10', price: '140' })
    assert.equal(free(world, 'alice'), usd('10000') - usd('140'))
    world.place('alice', { market: SOL, side: 'sell', size: '20', price: '160' })
    assert.equal(free(world, 'alice'), usd('10000') - usd('320'))
    world.place('alice', { market: SOL, size: '15' })
    const { crossEquity, initialCross } = world.margin('alice')
    assert.equal(initialCross, usd('225'))
    // Of the 20 to be sold, 15 now close the long: 5 x 160 / 10 = 80 is less than the bid's 140.
    assert.equal(free(world, 'alice'), crossEquity - usd('225') - usd('140'))
  })

  test('what may leave is equity less maintenance, not less orders or isolation', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: NVDA, size: '2', leverage: 4, isolated: true })
    world.place('alice', { market: SOL, size: '10', price: '140', leverage: 10 })
    const margin = world.margin('alice')
    assert.equal(availableToWithdraw(margin), margin.equity - margin.maintenance)
    const most = withdrawable(new Draft(world.state, world.inputs), 'alice')
    assert.equal(most, world.account('alice').crossCash - usd('140'))
    const ask = { type: 'withdraw', objectId: 'alice' } as const
    assert.equal(world.reason({ ...ask, amount: most + 1n }), 'withdraw_exceeds_available')
    assert.equal(world.reason({ ...ask, amount: 0n }), 'invalid_amount')
    world.must({ ...ask, amount: most })
    assert.equal(world.account('alice').crossCash, usd('140'))
  })

  test('leverage may rise; it may fall only as far as the margin reaches', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: ETH, size: '1', leverage: 10 })
    const set = (leverage: number) =>
      ({ type: 'set_leverage', objectId: 'alice', market: ETH, leverage }) as const
    assert.equal(world.reason(set(3)), 'leverage_decrease_margin')
    world.must(set(4))
    const before = world.margin('alice')
    world.must(set(25))
    assert.deepEqual(world.margin('alice').equity, before.equity)
    assert.deepEqual(world.margin('alice').maintenance, before.maintenance)
    for (const wrong of [0, -1, 26, 1.5, Number.NaN]) {
      assert.equal(world.reason(set(wrong)), 'invalid_leverage')
    }
  })

  test('the leverage of a tier binds at the size an order reaches', ({ assert }) => {
    const world = new VenueWorld({ alice: '100000' })
    const order = { market: DOGE, size: '140000', leverage: 10 }
    assert.equal(world.reason(world.order('alice', order)), 'tier_limit')
    world.place('alice', { ...order, leverage: 5 })
    assert.equal(
      world.reason({ type: 'set_leverage', objectId: 'alice', market: DOGE, leverage: 10 }),
      'tier_limit'
    )
  })

  test('the mode changes only without position and orders', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    const set = (market: string, mode: 'cross' | 'isolated') =>
      ({ type: 'set_margin_mode', objectId: 'alice', market, mode }) as const
    assert.equal(world.reason(set(NVDA, 'cross')), 'margin_mode_not_offered')
    const id = world.place('alice', { market: SOL, size: '1', price: '140' })
    assert.equal(world.reason(set(SOL, 'isolated')), 'margin_mode_conflict')
    const toIsolated = world.reason(
      world.order('alice', { market: SOL, size: '1', isolated: true })
    )
    assert.equal(toIsolated, 'margin_mode_conflict')
    world.must({ type: 'cancel_order', objectId: 'alice', orderId: id })
    world.must(set(SOL, 'isolated'))
    world.place('alice', { market: SOL, size: '1' })
    assert.equal(world.position('alice', SOL)!.mode, 'isolated')
    assert.equal(world.reason(set(SOL, 'cross')), 'margin_mode_conflict')
    const toCross = world.reason(world.order('alice', { market: SOL, size: '1', isolated: false }))
    assert.equal(toCross, 'margin_mode_conflict')
  })

  test('isolated margin is added from what is free and removed down to its floor', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: NVDA, size: '2', leverage: 4, isolated: true })
    world.place('alice', { market: GOLD, size: '0.1', leverage: 10, isolated: true })
    const move = (market: string, amount: bigint) =>
      ({ type: 'move_isolated_margin', objectId: 'alice', market, amount }) as const
    const cash = world.account('alice').crossCash
    assert.equal(world.reason(move(NVDA, 0n)), 'isolated_margin_zero')
    assert.equal(world.reason(move(SOL, 1n)), 'position_not_found')
    assert.equal(world.reason(move(NVDA, cash + 1n)), 'isolated_margin_insufficient')
    assert.equal(world.reason(move(GOLD, -1n)), 'removal_not_allowed')
    const before = world.liquidationPrice('alice', NVDA)!
    world.must(move(NVDA, usd('10')))
    assert.isTrue(world.liquidationPrice('alice', NVDA)! < before)
    // Equity is the margin of 75.015, the spread of 0.06 lost, plus 10; the floor is 300 / 4.
    const spare = world.margin('alice').positions.find(({ position }) => position.market === NVDA)!
    const most = spare.position.isolatedCash + spare.value - usd('75')
    assert.equal(world.reason(move(NVDA, -most - 1n)), 'isolated_margin_insufficient')
    world.must(move(NVDA, -most))
    world.place('alice', { market: SOL, size: '1' })
    assert.equal(world.reason(move(SOL, 1n)), 'not_isolated')
  })
})
