import { test } from '@japa/runner'
import fc from 'fast-check'
import type { VenueEvent } from '#modules/venue/core/engine/events'
import { NO_FEES, splitFees } from '#modules/venue/core/engine/fees'
import { accountState } from '#modules/venue/core/engine/account_state'
import { signOf, type FeeParts, type LotCosts } from '#modules/venue/core/engine/state'
import { RATE_ONE, formatFixed, notionalMicros } from '#modules/venue/core/numerics'
import { presentPosition } from '#modules/venue/http/trading_presenters'
import { MARKETS, VenueWorld, usd } from '#tests/unit/venue/engine/venue_world'
import { forAll } from '#tests/support/for_all'
import { commandOf } from './trading_commands.ts'
import { NAMES, TRADED, move, type Move } from './trading_moves.ts'

const SOL = 'vn:0:SOL'
const PARTS = ['exchange', 'platform', 'builder'] as const
/** Up to four percent an hour, either way. */
const rate = fc.bigInt({ min: -40_000_000_000n, max: 40_000_000_000n })
const history = fc.array(move, { maxLength: 30, size: 'max' })
const lots = fc.bigInt({ min: 200n, max: 20_000n })
const side = fc.constantFrom('buy' as const, 'sell' as const)

/** A realm after some trading. */
function worldAfter(moves: readonly Move[], fees = { platform: 3, application: 7 }): VenueWorld {
  const { platform, application } = fees
  const world = new VenueWorld(
    {},
    { platformTenthsBps: platform, applicationTenthsBps: application }
  )
  for (const name of NAMES) world.fund(name, '20000')
  for (const each of moves) {
    const command = commandOf(world, each)
    if (command) world.run(command)
  }
  return world
}

type Of<Type extends VenueEvent['type']> = Extract<VenueEvent, { type: Type }>

function only<Type extends VenueEvent['type']>(
  events: readonly VenueEvent[],
  type: Type
): Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type)
}

/** Pays an hour on a new tick; what else the tick does is in the events too. */
function payHour(world: VenueWorld, market: string, hour: number, hourly: bigint) {
  const tick = world.inputs.tick + 1
  world.inputs = { ...world.inputs, tick, nowMs: tick * 3000 }
  return world.must({ type: 'tick', funding: [{ market, hour, rate: hourly }] })
}

test.group('venue | funding', () => {
  test('an hour pays each side its exact share once, the house the rest', ({ assert }) => {
    let paid = 0
    forAll(
      [history, fc.constantFrom(...TRADED), rate],
      { numRuns: 300 },
      (moves, market, hourly) => {
        const world = worldAfter(moves)
        const { szDecimals } = world.inputs.markets.get(market)!.market
        const { oracle } = world.inputs.markets.get(market)!.prices!
        const hour = world.inputs.tick + 1
        const held = new Map(NAMES.map((name) => [name as string, world.position(name, market)]))
        const events = payHour(world, market, hour, hourly)
        for (const event of only(events, 'funding_paid')) {
          paid++
          const { objectId, size, amount } = event
          assert.equal(size, held.get(objectId)!.size)
          // A positive rate is paid by longs.
          assert.isTrue(amount * size * hourly < 0n)
          const exact = -notionalMicros(oracle, size, szDecimals) * hourly
          assert.equal(amount, exact / RATE_ONE)
          const total = event.legs.reduce((sum, leg) => sum + leg.amount, 0n)
          assert.equal(total, 0n)
          held.delete(objectId)
        }
        // Who was left out would have paid less than a millionth.
        for (const position of held.values()) {
          const exact = notionalMicros(oracle, position?.size ?? 0n, szDecimals) * hourly
          assert.equal(exact / RATE_ONE, 0n)
        }
        assert.deepEqual(only(payHour(world, market, hour, hourly), 'funding_paid'), [])
        assert.deepEqual(only(payHour(world, market, hour - 1, hourly), 'funding_paid'), [])
      }
    )
    assert.isAbove(paid, 0)
  })
})

/** What each lot of one account and market should have cost, followed fill by fill. */
class LotTally {
  costs: LotCosts = { ...NO_FEES, funding: 0n }
  readonly ended: LotCosts[] = []
  #size = 0n

  follow(event: VenueEvent): void {
    if (event.type === 'funding_paid') {
      this.costs = { ...this.costs, funding: this.costs.funding + event.amount }
    }
    if (event.type !== 'filled') return
    const { size, side: way, feeBreakdown } = event.fill
    const before = this.#size
    this.#size += signOf(way) * size
    const turns = before * this.#size < 0n
    const opened = this.#size < 0n ? -this.#size : this.#size
    const [closing, opening] = turns ? splitFees(feeBreakdown, opened, size) : [feeBreakdown, null]
    this.#add(closing)
    if (this.#size !== 0n && !turns) return
    this.ended.push(this.costs)
    this.costs = { ...NO_FEES, funding: 0n }
    if (opening) this.#add(opening)
  }

  #add(fees: FeeParts): void {
    const { exchange, platform, builder, funding } = this.costs
    this.costs = {
      exchange: exchange + fees.exchange,
      platform: platform + fees.platform,
      builder: builder + fees.builder,
      funding,
    }
  }
}

test.group('venue | costs of a lot', () => {
  test('a turn ends the lot with its fee share; the new one has the rest', ({ assert }) => {
    const hours = fc.array(rate, { maxLength: 3 })
    const tenths = fc.integer({ min: 0, max: 50 })
    forAll([side, lots, lots, hours, tenths, tenths], (way, first, more, rates, p, b) => {
      const world = new VenueWorld(
        { alice: '5000000' },
        { platformTenthsBps: p, applicationTenthsBps: b }
      )
      const tally = new LotTally()
      const back = way === 'buy' ? 'sell' : 'buy'
      const size = (count: bigint) => formatFixed(count, 2)
      world.place('alice', { market: SOL, side: way, size: size(first), leverage: 20 })
      rates.forEach((hourly, hour) => payHour(world, SOL, hour + 1, hourly))
      world.place('alice', { market: SOL, side: back, size: size(first + more), leverage: 20 })
      for (const event of world.events) tally.follow(event)
      const ends = only(world.events, 'lot_ended')
      assert.deepEqual(
        ends.map(({ lot }) => [lot.reason, lot.costs]),
        tally.ended.map((costs) => ['flipped', costs])
      )
      const { costs, size: held } = world.position('alice', SOL)!
      assert.equal(held, signOf(back) * more)
      assert.deepEqual(costs, tally.costs)
      assert.equal(costs.funding, 0n)
    })
  })

  test('costs not accrued and positions that ended are not shown', ({ assert }) => {
    const terms = fc.record({ platform: fc.constantFrom(0, 3), application: fc.constantFrom(0, 7) })
    const shownAs = {
      cumulativeExchangeFee: 'exchange',
      cumulativePlatformFee: 'platform',
      cumulativeBuilderFee: 'builder',
      cumulativeFunding: 'funding',
    } as const
    const seen = { shown: 0, absent: 0 }
    forAll([history, terms], { numRuns: 150 }, (moves, fees) => {
      const world = worldAfter(moves, fees)
      const marketOf = (id: string) => MARKETS.find((market) => market.id === id)!
      for (const name of NAMES) {
        const { positions } = accountState(world.inputs, world.account(name))
        for (const position of positions) {
          assert.isTrue(position.size > 0n)
          const shown: Record<string, unknown> = presentPosition(name, position, marketOf)
          for (const [field, part] of Object.entries(shownAs)) {
            const cost = position.costs[part as keyof LotCosts]
            assert.equal(field in shown, cost !== 0n, field)
            seen[cost === 0n ? 'absent' : 'shown']++
            if (cost !== 0n) assert.equal(usd(String(shown[field])), cost)
          }
          const total = PARTS.reduce((sum, part) => sum + position.costs[part], 0n)
          assert.equal('cumulativeFee' in shown, total !== 0n)
        }
      }
    })
    assert.isAbove(seen.shown, 0)
    assert.isAbove(seen.absent, 0)
  })
})

test.group('venue | rounding', () => {
  test('what an account receives is never more than the exact amount', ({ assert }) => {
    let received = 0
    forAll(
      [history, fc.constantFrom(...TRADED), rate],
      { numRuns: 300 },
      (moves, market, hourly) => {
        const world = worldAfter(moves)
        const { szDecimals } = world.inputs.markets.get(market)!.market
        const { oracle } = world.inputs.markets.get(market)!.prices!
        const events = payHour(world, market, world.inputs.tick + 1, hourly)
        for (const { size, amount } of only(events, 'funding_paid')) {
          if (amount < 0n) continue
          received++
          assert.isTrue(amount * RATE_ONE <= -notionalMicros(oracle, size, szDecimals) * hourly)
        }
      }
    )
    assert.isAbove(received, 0)
  })

  test('margin that leaves an isolated position is at most its equity share', ({ assert }) => {
    const market = 'vn:1:NVDA'
    const share = fc.bigInt({ min: 1n, max: 99n })
    const moved = fc.bigInt({ min: 9_500n, max: 10_500n })
    forAll([side, lots, share, moved], (way, count, percent, bps) => {
      const world = new VenueWorld({ alice: '100000' })
      const size = formatFixed(count, 3)
      world.place('alice', { market, side: way, size, leverage: 5, isolated: true })
      const { mark } = world.inputs.markets.get(market)!.prices!
      world.setMark(market, ((mark * bps) / 10_000n / 1_000_000n) * 1_000_000n)
      const before = world.account('alice')
      const closed = (count * percent) / 100n
      if (closed === 0n) return
      const closing = world.order('alice', {
        market,
        side: way === 'buy' ? 'sell' : 'buy',
        size: formatFixed(closed, 3),
        reduceOnly: true,
      })
      const events = world.must(closing)
      let { isolatedCash, size: held } = before.positions[market]!
      for (const { fill, legs } of only(events, 'filled')) {
        const equity = isolatedCash + notionalMicros(fill.price, held, 3)
        const released = legs.reduce((sum, { account, kind, amount }) => {
          const back = account.owner === 'object' && account.isolatedMarket === null
          return back && kind === 'iso_transfer' ? sum + amount : sum
        }, 0n)
        const whole = held < 0n ? -held : held
        if (released > 0n) {
          assert.isTrue((released + fill.fee) * whole <= equity * fill.size)
        }
        assert.isTrue(released >= 0n)
        for (const { account, denomination, amount } of legs) {
          const own = account.owner === 'object' && account.isolatedMarket === market
          if (own && denomination === 'USD') isolatedCash += amount
        }
        held += signOf(fill.side) * fill.size
      }
      assert.equal(world.position('alice', market)!.isolatedCash, isolatedCash)
    })
  })
})

test.group('venue | margin mode', () => {
  test('it changes only without a position and an order, and then nothing else', ({ assert }) => {
    const seen = new Set<string>()
    forAll(
      [
        history,
        fc.constantFrom(...NAMES),
        fc.constantFrom(...TRADED),
        fc.constantFrom('cross' as const, 'isolated' as const),
      ],
      { numRuns: 300 },
      (moves, name, market, mode) => {
        const world = worldAfter(moves)
        const before = world.state
        const account = world.account(name)
        const margin = world.margin(name)
        const orders = [...before.orders.values()].filter((order) => {
          return order.objectId === name && order.market === market
        })
        const busy = account.positions[market] !== undefined || orders.length > 0
        const command = { type: 'set_margin_mode', objectId: name, market, mode } as const
        const result = world.run(command)
        if (result.kind === 'refused') {
          seen.add(result.refusal.reason)
          assert.strictEqual(world.state, before)
          const expected = ['margin_mode_conflict', 'margin_mode_not_offered']
          assert.include(expected, result.refusal.reason)
          if (result.refusal.reason === 'margin_mode_conflict') assert.isTrue(busy)
          return
        }
        const changed = only(result.events, 'margin_mode_set').length > 0
        if (changed) seen.add('changed')
        assert.isTrue(!changed || !busy)
        assert.deepEqual(world.margin(name), margin)
        assert.deepEqual(world.account(name).positions, account.positions)
      }
    )
    const all = ['margin_mode_conflict', 'margin_mode_not_offered', 'changed']
    assert.sameMembers([...seen], all)
  })
})
