import { test } from '@japa/runner'
import fc from 'fast-check'
import { VenueWorld } from '#tests/unit/venue/engine/venue_world'
import { forAll } from '#tests/support/for_all'
import { commandOf } from './trading_commands.ts'
import { NAMES, finale, move, type Finale, type Move } from './trading_moves.ts'
import { TradingChecks } from './trading_checks.ts'

const FEES = { platformTenthsBps: 3, applicationTenthsBps: 7 }

function snapshot(world: VenueWorld): string {
  const { accounts, orders, twaps, ...others } = world.state
  const parts = [[...accounts], [...orders], [...twaps], others]
  return JSON.stringify(parts, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  )
}

function openWorld(): VenueWorld {
  const world = new VenueWorld({}, FEES)
  for (const name of NAMES) world.fund(name, '20000')
  return world
}

/** Plays a day and checks every invariant after every command. */
function play(moves: readonly Move[], last: Finale): VenueWorld {
  const world = openWorld()
  const checks = new TradingChecks()
  for (const event of world.events) checks.open(world, event)
  for (const each of last ? [...moves, last] : moves) {
    const command = commandOf(world, each)
    if (!command) continue
    const before = world.state
    const shape = snapshot(world)
    const result = world.run(command)
    const after = world.state
    world.state = before
    if (snapshot(world) !== shape) throw new Error(`${command.type} changed the state it was given`)
    world.state = after
    checks.after(world, before, command, result)
  }
  return world
}

test.group('venue | a random trading day', () => {
  test('books, lots, orders and margins hold after every command', () => {
    forAll(
      [fc.array(move, { minLength: 1, maxLength: 120, size: 'max' }), finale],
      { numRuns: 150 },
      (moves, last) => {
        play(moves, last)
      }
    )
  })

  test('books and lots of a realm still add up after ten thousand commands', () => {
    const [moves] = fc.sample(fc.array(move, { minLength: 10_000, maxLength: 10_000 }), {
      numRuns: 1,
      seed: 10_000,
    })
    play(moves!, null)
  })

  test('the same commands write the same log, byte for byte', ({ assert }) => {
    forAll(
      [fc.array(move, { maxLength: 60, size: 'max' }), finale],
      { numRuns: 10 },
      (moves, last) => {
        assert.equal(play(moves, last).log(), play(moves, last).log())
      }
    )
  })

  test('a day has more than refusals: fills, triggers and liquidations', ({ assert }) => {
    const seen = new Set<string>()
    const days = fc.sample(fc.array(move, { minLength: 120, maxLength: 120 }), {
      numRuns: 12,
      seed: 7,
    })
    for (const moves of days) {
      for (const event of play(moves, null).events) {
        if (event.type === 'order_changed') {
          seen.add(event.order.status)
          if (event.order.cancelReason) seen.add(event.order.cancelReason)
        } else if (event.type === 'venue_closed') seen.add(event.close.method)
        else if (event.type === 'filled') seen.add(event.fill.direction)
        else seen.add(event.type)
      }
    }
    const expected = ['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'WAITING_FOR_TRIGGER', 'TRIGGERED']
    const reasons = ['sibling_filled', 'position_closed', 'liquidated', 'ioc_remainder']
    const events = ['market', 'backstop', 'funding_paid', 'lot_ended', 'twap_changed']
    for (const what of [...expected, ...reasons, ...events]) assert.isTrue(seen.has(what), what)
  })
})
