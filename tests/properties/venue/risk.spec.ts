import { test } from '@japa/runner'
import fc from 'fast-check'
import { accountState } from '#modules/venue/core/engine/account_state'
import { Draft } from '#modules/venue/core/engine/draft'
import { maxOrderSize } from '#modules/venue/core/engine/max_order_size'
import { withdrawable } from '#modules/venue/core/engine/margin'
import { crossOf, isolatedOf, perpOf } from '#modules/venue/core/engine/postings'
import {
  ceilToTick,
  floorToTick,
  formatFixed,
  formatPrice,
  notionalMicros,
  tickAt,
} from '#modules/venue/core/numerics'
import { VenueWorld } from '#tests/unit/venue/engine/venue_world'
import { forAll } from '#tests/support/for_all'
import { commandOf } from './trading_commands.ts'
import { NAMES, move, type Move } from './trading_moves.ts'

const SIZE_REASONS = ['insufficient_margin', 'tier_limit', 'above_max_notional']
const DEEP = ['vn:0:BTC', 'vn:0:ETH', 'vn:0:SOL'] as const

const history = fc.array(move, { maxLength: 25, size: 'max' })

/** A realm after some trading. */
function worldAfter(moves: readonly Move[]): VenueWorld {
  const world = new VenueWorld({}, { platformTenthsBps: 2, applicationTenthsBps: 5 })
  for (const name of NAMES) world.fund(name, '20000')
  for (const each of moves) {
    const command = commandOf(world, each)
    if (command) world.run(command)
  }
  for (const market of DEEP) {
    world.setLiquidity(market, { bids: 1_000_000_000_000n, asks: 1_000_000_000_000n })
  }
  return world
}

test.group('venue | risk', () => {
  test('the largest order is accepted, and one lot more is not', ({ assert }) => {
    const market = fc.constantFrom(...DEEP)
    const side = fc.constantFrom('buy' as const, 'sell' as const)
    const leverage = fc.option(fc.integer({ min: 1, max: 20 }))
    const offset = fc.option(fc.integer({ min: -500, max: 500 }))
    let [asked, taken] = [0, 0]
    forAll(
      [history, market, side, leverage, offset],
      { numRuns: 200 },
      (moves, id, way, lev, bps) => {
        const world = worldAfter(moves)
        const { szDecimals } = world.inputs.markets.get(id)!.market
        const { mark } = world.inputs.markets.get(id)!.prices!
        const raw = (mark * BigInt(10_000 + (bps ?? 0))) / 10_000n
        const price = bps === null ? null : floorToTick(raw, szDecimals)
        const question = { objectId: 'alice', market: id, side: way, leverage: lev, price }
        const answer = maxOrderSize(world.state, world.inputs, question)
        if ('phase' in answer || answer.maxWithFees === 0n) return
        const order = (lots: bigint) =>
          world.order('alice', {
            market: id,
            side: way,
            size: formatFixed(lots, szDecimals),
            ...(lev === null ? {} : { leverage: lev }),
            ...(price === null ? {} : { price: formatPrice(price) }),
          })
        const before = world.state
        const more = world.run(order(answer.maxWithFees + 1n))
        world.state = before
        const exact = world.run(order(answer.maxWithFees))
        asked++
        if (exact.kind === 'refused') {
          assert.notInclude(SIZE_REASONS, exact.refusal.reason)
          return
        }
        taken++
        if (more.kind === 'accepted') {
          // Only an order of another user on the far side of the mark can make room.
          const bargain = more.events.some((event) => {
            if (event.type !== 'filled' || event.fill.objectId !== 'alice') return false
            return way === 'buy' ? event.fill.price < mark : event.fill.price > mark
          })
          assert.isTrue(bargain, 'one lot more was accepted')
          return
        }
        assert.include(SIZE_REASONS, more.refusal.reason)
      }
    )
    assert.isAbove(taken, asked / 2)
  })

  test('at the liquidation price shown equity meets maintenance, by the tick', ({ assert }) => {
    let met = 0
    forAll([history], { numRuns: 300 }, (moves) => {
      const world = worldAfter(moves)
      for (const name of NAMES) {
        for (const { market, size, mode } of Object.values(world.account(name).positions)) {
          const price = world.liquidationPrice(name, market)
          const { szDecimals } = world.inputs.markets.get(market)!.market
          if (price === null || price < 1_000_000n) continue
          met++
          const markBefore = world.inputs.markets.get(market)!.prices!.mark
          const isLong = size > 0n
          // A step aside for the eighth decimal, then onto the grid.
          const safe = isLong
            ? ceilToTick(price + 1n, szDecimals)
            : floorToTick(price - 1n, szDecimals)
          const tick = tickAt(safe, szDecimals)
          const health = (mark: bigint) => {
            world.setMark(market, mark)
            const margin = world.margin(name)
            if (mode === 'cross') return margin.crossEquity - margin.maintenanceCross
            const own = margin.positions.find(({ position }) => position.market === market)!
            return own.position.isolatedCash + own.value - own.maintenance
          }
          assert.isTrue(health(safe) >= 0n, `${market} at ${safe}`)
          const beyond = isLong ? safe - 2n * tick : safe + 2n * tick
          if (beyond > 0n) assert.isTrue(health(beyond) <= 0n, `${market} at ${beyond}`)
          world.setMark(market, markBefore)
        }
      }
    })
    assert.isAbove(met, 20)
  })

  test('reducing an isolated position at the mark keeps its liquidation price', ({ assert }) => {
    const lots = fc.integer({ min: 200, max: 20_000 })
    const leverage = fc.integer({ min: 2, max: 10 })
    const share = fc.integer({ min: 1, max: 99 })
    const side = fc.constantFrom('buy' as const, 'sell' as const)
    forAll([lots, leverage, share, side], (size, lev, percent, way) => {
      const market = 'vn:1:NVDA'
      const world = new VenueWorld({ alice: '10000' })
      const opening = { market, isolated: true, leverage: lev, side: way }
      world.place('alice', { ...opening, size: formatFixed(BigInt(size), 3) })
      const { mark } = world.inputs.markets.get(market)!.prices!
      const tick = tickAt(mark, 3)
      const quotes =
        way === 'buy' ? { bid: mark, ask: mark + tick } : { ask: mark, bid: mark - tick }
      world.setPrices(market, quotes)
      const before = world.liquidationPrice('alice', market)!
      const closed = (BigInt(size) * BigInt(percent)) / 100n
      if (closed === 0n) return
      world.place('alice', {
        market,
        side: way === 'buy' ? 'sell' : 'buy',
        size: formatFixed(closed, 3),
        reduceOnly: true,
      })
      const after = world.liquidationPrice('alice', market)!
      const left = BigInt(size) - closed
      // Releasing and keeping are truncated to a micro-dollar each.
      const drift = (after > before ? after - before : before - after) * left
      assert.isTrue(drift <= 4n * 100n * 1000n + left, `${before} became ${after}`)
    })
  })

  test('margin that is added moves the liquidation price away, and no equity', ({ assert }) => {
    const lots = fc.integer({ min: 200, max: 20_000 })
    const leverage = fc.integer({ min: 2, max: 10 })
    const side = fc.constantFrom('buy' as const, 'sell' as const)
    const added = fc.bigInt({ min: 10_000n, max: 1_000_000_000n })
    forAll([lots, leverage, side, added], (size, lev, way, amount) => {
      const market = 'vn:1:NVDA'
      const world = new VenueWorld({ alice: '10000' })
      const opening = { market, isolated: true, leverage: lev, side: way }
      world.place('alice', { ...opening, size: formatFixed(BigInt(size), 3) })
      const [price, { equity, maintenance }] = [
        world.liquidationPrice('alice', market),
        world.margin('alice'),
      ]
      world.must({ type: 'move_isolated_margin', objectId: 'alice', market, amount })
      const after = world.liquidationPrice('alice', market)
      assert.equal(world.margin('alice').equity, equity)
      assert.equal(world.margin('alice').maintenance, maintenance)
      if (price === null) return
      // A long with more margin than it cost cannot be liquidated any more.
      if (after === null) assert.equal(way, 'buy')
      else assert.isTrue(way === 'buy' ? after < price : after > price)
    })
  })

  test('equity is cash and positions as in the legs, and bounds what may leave', ({ assert }) => {
    forAll([history], { numRuns: 100 }, (moves) => {
      const world = worldAfter(moves)
      for (const name of NAMES) {
        let equity = world.balance(crossOf(name))
        for (const [market, { prices, market: terms }] of world.inputs.markets) {
          if (!prices) continue
          const [cross, isolated] = [crossOf(name), isolatedOf(name, market)]
          const held = [cross, isolated].map((each) => world.balance(each, perpOf(market)))
          const lots = held[0]! + held[1]!
          equity += world.balance(isolated)
          equity += notionalMicros(prices.mark, lots, terms.szDecimals)
        }
        const { marginSummary } = accountState(world.inputs, world.account(name))
        assert.equal(marginSummary.equity, equity)
        const left = equity - marginSummary.maintenanceMarginRequired
        assert.equal(marginSummary.availableToWithdraw, left > 0n ? left : 0n)
      }
    })
  })

  test('a granted withdrawal never makes an account liquidatable', ({ assert }) => {
    forAll([history, fc.constantFrom(...NAMES)], { numRuns: 200 }, (moves, name) => {
      const world = worldAfter(moves)
      const amount = withdrawable(new Draft(world.state, world.inputs), name)
      if (amount === 0n) return
      world.must({ type: 'withdraw', objectId: name, amount })
      const { crossEquity, maintenanceCross } = world.margin(name)
      assert.isTrue(crossEquity >= maintenanceCross)
      const next = world.run({ type: 'withdraw', objectId: name, amount: 1n })
      assert.equal(next.kind, 'refused')
    })
  })

  test('raising the leverage changes neither equity nor maintenance', ({ assert }) => {
    const leverage = fc.integer({ min: 1, max: 40 })
    forAll([history, fc.constantFrom(...DEEP), leverage], (moves, market, lev) => {
      const world = worldAfter(moves)
      const before = world.margin('alice')
      world.run({ type: 'set_leverage', objectId: 'alice', market, leverage: lev })
      const after = world.margin('alice')
      assert.containSubset(after, { equity: before.equity, maintenance: before.maintenance })
    })
  })
})
