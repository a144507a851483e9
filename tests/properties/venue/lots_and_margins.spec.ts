import { test } from '@japa/runner'
import fc from 'fast-check'
import { Draft } from '#modules/venue/core/engine/draft'
import { feesOf, splitFees, totalFee } from '#modules/venue/core/engine/fees'
import { fillHolding } from '#modules/venue/core/engine/lot'
import { initialMargin, maintenanceMargin, tierOf } from '#modules/venue/core/engine/maintenance'
import { signOf } from '#modules/venue/core/engine/state'
import { RATE_ONE, notionalMicros } from '#modules/venue/core/numerics'
import { MARKETS, VenueWorld } from '#tests/unit/venue/engine/venue_world'
import { forAll } from '#tests/support/for_all'
import { commandOf } from './trading_commands.ts'
import { NAMES, TRADED, move } from './trading_moves.ts'

const side = fc.constantFrom('buy' as const, 'sell' as const)
const lots = fc.bigInt({ min: 1n, max: 100_000n })
/** On the grid of a market with two size decimals. */
const price = fc.bigInt({ min: 1n, max: 99_999n }).map((digits) => digits * 1_000_000n)
const SZ_DECIMALS = 2
const notional = fc.bigInt({ min: 0n, max: 400_000_000_000_000n })
const tenths = fc.integer({ min: 0, max: 50 })

test.group('venue | lots and fees', () => {
  test('over a lot that has ended, what was realized is what its fills brought', ({ assert }) => {
    const trades = fc.array(fc.record({ side, lots, price }), { minLength: 1, maxLength: 40 })
    forAll([trades, price], (fills, last) => {
      let held = { size: 0n, entryNotional: 0n }
      let [realized, paid] = [0n, 0n]
      const trade = (each: { side: 'buy' | 'sell'; lots: bigint; price: bigint }) => {
        const change = fillHolding(held, each.side, each.lots, each.price, SZ_DECIMALS)
        assert.equal(change.closed + change.opened, each.lots)
        held = change.after
        realized += change.realizedPnl
        paid += signOf(each.side) * notionalMicros(each.price, each.lots, SZ_DECIMALS)
      }
      for (const each of fills) trade(each)
      if (held.size !== 0n) {
        const size = held.size < 0n ? -held.size : held.size
        trade({ side: held.size > 0n ? 'sell' : 'buy', lots: size, price: last })
      }
      assert.deepEqual(held, { size: 0n, entryNotional: 0n })
      assert.equal(realized, -paid)
    })
  })

  test('a fill that turns a position splits every fee without a rest', ({ assert }) => {
    forAll([notional, tenths, tenths, lots, lots], (worth, platform, builder, open, close) => {
      const rate = 450_000_000n
      const terms = {
        exchangeRate: rate,
        platformTenthsBps: platform,
        applicationTenthsBps: builder,
      }
      const fees = feesOf(worth, terms)
      const [closing, opening] = splitFees(fees, open, open + close)
      for (const part of ['exchange', 'platform', 'builder'] as const) {
        assert.equal(closing[part] + opening[part], fees[part])
        assert.isTrue(closing[part] >= 0n && opening[part] >= 0n)
      }
      // Truncated part by part: never more than the exact fee, and less by under a micro each.
      const exact = worth * rate * 100_000n + worth * BigInt(platform + builder) * RATE_ONE
      const scale = RATE_ONE * 100_000n
      assert.isTrue(totalFee(fees) * scale <= exact)
      assert.isTrue((totalFee(fees) + 3n) * scale > exact)
    })
  })
})

test.group('venue | margin schedules', () => {
  const market = fc.constantFrom(...MARKETS)

  test('maintenance never falls with the notional, and never jumps at a tier', ({ assert }) => {
    forAll([market, notional, fc.bigInt({ min: 0n, max: 1_000_000n })], (each, worth, more) => {
      const [less, higher] = [maintenanceMargin(each, worth), maintenanceMargin(each, worth + more)]
      assert.isTrue(higher >= less)
      assert.isTrue(higher - less <= more + 1n)
      const { upperBound } = tierOf(each, worth)
      if (upperBound === null) return
      const atBound = maintenanceMargin(each, upperBound)
      assert.isTrue(atBound - maintenanceMargin(each, upperBound - 1n) <= 1n)
    })
  })

  test('maintenance is at most the initial margin at each allowed leverage', ({ assert }) => {
    forAll([market, notional, fc.integer({ min: 1, max: 40 })], (each, worth, leverage) => {
      const allowed = Math.min(leverage, tierOf(each, worth).maxLeverage)
      assert.isTrue(maintenanceMargin(each, worth) <= initialMargin(worth, allowed))
    })
  })
})

test.group('venue | after any day', () => {
  const day = fc.array(move, { minLength: 20, maxLength: 80, size: 'max' })

  function play(moves: Parameters<Parameters<typeof day.map>[0]>[0], watch: Watch): VenueWorld {
    const world = new VenueWorld({}, { platformTenthsBps: 3, applicationTenthsBps: 7 })
    for (const name of NAMES) world.fund(name, '20000')
    for (const each of moves) {
      const command = commandOf(world, each)
      if (!command) continue
      const before = world.state
      const result = world.run(command)
      watch(world, before, result)
    }
    return world
  }
  type Watch = (
    world: VenueWorld,
    before: VenueWorld['state'],
    result: ReturnType<VenueWorld['run']>
  ) => void

  test('a refusal leaves the very state it met', ({ assert }) => {
    let refused = 0
    forAll([day], { numRuns: 40 }, (moves) => {
      play(moves, (world, before, result) => {
        if (result.kind !== 'refused') return
        refused++
        assert.strictEqual(world.state, before)
      })
    })
    assert.isAbove(refused, 0)
  })

  test('an object’s orders in a market are found, in a reused state too', ({ assert }) => {
    forAll([day], { numRuns: 30 }, (moves) => {
      play(moves, (world, before) => {
        // The state before is handed to a draft once more, as after a transaction that was undone.
        for (const state of [world.state, before, world.state]) {
          const known = new Draft(state, world.inputs)
          const fresh = new Draft({ ...state, orders: new Map(state.orders) }, world.inputs)
          for (const name of NAMES) assert.deepEqual(known.ordersOf(name), fresh.ordersOf(name))
          for (const id of TRADED) {
            for (const facing of ['buy', 'sell'] as const) {
              const [found, expected] = [known, fresh].map((d) => d.restingWithin(id, facing, null))
              assert.deepEqual(found, expected)
            }
          }
        }
      })
    })
  })

  test('a takeover leaves nothing: no cash and no live order of its scope', ({ assert }) => {
    let takeovers = 0
    forAll([day, fc.constantFrom(...TRADED)], { numRuns: 60 }, (moves, id) => {
      const gap = { kind: 'move', market: id, bps: -9_000, fundingBps: null } as const
      play([...moves, gap], (world, _before, result) => {
        if (result.kind !== 'accepted') return
        for (const event of result.events) {
          if (event.type !== 'venue_closed' || event.close.method !== 'backstop') continue
          takeovers++
          const { objectId, market } = event.close
          const account = world.account(objectId)
          const scope = market ?? 'cross'
          const orders = [...world.state.orders.values()].filter((order) => {
            return order.objectId === objectId && (market === null || order.market === market)
          })
          if (market === null) {
            assert.equal(account.crossCash, 0n, scope)
            const reducing = ({ market: of, reduceOnly }: (typeof orders)[number]) =>
              reduceOnly && account.positions[of]?.mode === 'isolated'
            const open = orders.filter((order) => !reducing(order))
            assert.deepEqual(open, [], scope)
          } else {
            assert.isUndefined(account.positions[market], scope)
            assert.deepEqual(orders, [], scope)
          }
        }
      })
    })
    assert.isAbove(takeovers, 0)
  })

  test('a market has at most one target and one stop, unless stacked', ({ assert }) => {
    const plain = day.map((moves) =>
      moves
        .filter(({ kind }) => kind !== 'trigger' && kind !== 'bracket')
        .map((each) => (each.kind === 'protect' ? { ...each, stack: false } : each))
    )
    forAll([plain], { numRuns: 40 }, (moves) => {
      play(moves, (world) => {
        const seen = new Set<string>()
        for (const { objectId, market, trigger } of world.state.orders.values()) {
          if (!trigger) continue
          const key = `${objectId} ${market} ${trigger.tpsl}`
          assert.isFalse(seen.has(key), key)
          seen.add(key)
        }
      })
    })
  })
})
