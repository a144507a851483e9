import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import fc from 'fast-check'
import type { Command } from '#modules/venue/core/engine/commands'
import type { VenueState } from '#modules/venue/core/engine/state'
import { advanceFeed, msOfTick, openFeed, type FeedState } from '#modules/venue/core/tick'
import { MARKETS, VenueWorld } from '#tests/unit/venue/engine/venue_world'
import { forAll } from '#tests/support/for_all'
import { commandOf } from './trading_commands.ts'
import { NAMES, move, type Move } from './trading_moves.ts'

const FIRST_TICK = 600_000_000

/** Shows the world the prices of a feed and passes their tick. */
function passTick(world: VenueWorld, feed: FeedState): void {
  const markets = new Map(world.inputs.markets)
  for (const [id, prices] of Object.entries(feed.markets)) {
    markets.set(id, { ...markets.get(id)!, prices })
  }
  world.inputs = { ...world.inputs, tick: feed.tick, nowMs: msOfTick(feed.tick), markets }
  const hour = Math.floor(world.inputs.nowMs / 3_600_000)
  // As if an hour ended now and then.
  const funding =
    feed.tick % 40 === 0 ? [{ market: 'vn:0:SOL', hour: hour + feed.tick, rate: 12_500_000n }] : []
  world.must({ type: 'tick', funding })
}

/** The same state as a restart would load it: copies of the rows, in another order. */
function reloaded(state: VenueState): VenueState {
  const { accounts, orders, twaps } = state
  return structuredClone({
    ...state,
    accounts: new Map([...accounts].reverse()),
    orders: new Map([...orders].reverse()),
    twaps: new Map([...twaps].reverse()),
  })
}

function withPositions(moves: readonly Move[]): VenueWorld {
  const world = new VenueWorld()
  for (const name of NAMES) world.fund(name, '20000')
  for (const each of moves) {
    const command = each.kind === 'move' ? null : commandOf(world, each)
    if (command) world.run(command)
  }
  return world
}

test.group('venue | reproducibility', () => {
  test('advancing in pieces, with restarts in between, equals one advance', ({ assert }) => {
    const history = fc.array(move, { maxLength: 40, size: 'max' })
    const cuts = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 })
    forAll([history, cuts], { numRuns: 15 }, (moves, stops) => {
      const [whole, pieces] = [withPositions(moves), withPositions(moves)]
      let feed = openFeed(MARKETS, 'pieces', FIRST_TICK)
      for (let passed = 1; passed <= 100; passed++) {
        feed = advanceFeed(MARKETS, feed, FIRST_TICK + passed)
        passTick(whole, feed)
      }
      let start = openFeed(MARKETS, 'pieces', FIRST_TICK)
      for (const stop of [...stops.sort((a, b) => a - b), 100]) {
        while (start.tick < FIRST_TICK + stop) {
          start = advanceFeed(MARKETS, start, start.tick + 1)
          passTick(pieces, start)
        }
        pieces.state = reloaded(pieces.state)
        // A tick that is repeated after a crash changes nothing.
        passTick(pieces, start)
      }
      assert.equal(pieces.log(), whole.log())
    })
  })

  test('a known day writes a known log, on every machine and in every version', ({ assert }) => {
    const world = withPositions([])
    let feed = openFeed(MARKETS, 'golden', FIRST_TICK)
    passTick(world, feed)
    const [SOL, NVDA] = ['vn:0:SOL', 'vn:1:NVDA']
    world.place('alice', { market: SOL, size: '100', leverage: 10 })
    world.place('bob', { market: SOL, side: 'sell', size: '50', price: '150.5' })
    world.place('carol', { market: NVDA, size: '10', leverage: 10, isolated: true })
    world.must({
      type: 'set_position_triggers',
      objectId: 'alice',
      market: SOL,
      takeProfit: { orderId: 'tp', triggerPx: '151.5' },
      stopLoss: { orderId: 'sl', triggerPx: '148.5' },
    })
    world.must({
      type: 'start_twap',
      objectId: 'bob',
      twapId: 'twap',
      twap: { market: SOL, side: 'buy', totalSize: '30', durationMinutes: 5, randomize: true },
    })
    for (let passed = 1; passed <= 400; passed++) {
      feed = advanceFeed(MARKETS, feed, FIRST_TICK + passed)
      passTick(world, feed)
    }
    const digest = createHash('sha256').update(world.log()).digest('hex')
    assert.equal(digest, '5fad76d1a4053726c8c9eb0cc1e4f21aca0c3c12304e35acb9951e1825f5f149')
  })

  test('accounts of different markets do not matter to each other', ({ assert }) => {
    const homes: Record<string, string> = { alice: 'vn:0:SOL', bob: 'vn:0:BTC', carol: 'vn:1:NVDA' }
    const order = move.filter(({ kind }) => ['order', 'trigger', 'leverage', 'cash'].includes(kind))
    const turns = fc.array(fc.constantFrom(...NAMES), { minLength: 60, maxLength: 60 })
    forAll(
      [fc.array(order, { maxLength: 30, size: 'max' }), turns],
      { numRuns: 60 },
      (moves, drawn) => {
        const draft = new VenueWorld()
        const commands: (Command & { objectId: string })[] = []
        for (const each of moves) {
          const name = 'name' in each ? each.name : 'alice'
          const at = { ...each, market: homes[name]! } as Move
          const command = commandOf(draft, at)
          if (command && 'objectId' in command) commands.push(command)
        }
        const shuffled = interleaved(commands, drawn)
        const [one, other] = [commands, shuffled].map((sequence) => {
          const world = withPositions([])
          for (const command of sequence) world.run(command)
          return world
        })
        for (const name of NAMES) assert.deepEqual(viewOf(other!, name), viewOf(one!, name))
      }
    )
  })
})

/** Each account's commands in their order, the accounts taking turns as drawn. */
function interleaved<Item extends { objectId: string }>(
  commands: readonly Item[],
  turns: readonly string[]
): Item[] {
  const queues = new Map(NAMES.map((name) => [name as string, [] as Item[]]))
  for (const command of commands) queues.get(command.objectId)!.push(command)
  const result: Item[] = []
  for (const name of [...turns, ...NAMES]) {
    const queue = queues.get(name)!
    if (result.length >= turns.length) result.push(...queue.splice(0))
    else if (queue.length > 0) result.push(queue.shift()!)
  }
  for (const queue of queues.values()) result.push(...queue)
  return result
}

/** All that is an account's own: without the realm-wide numbering of lots and arrivals. */
function viewOf(world: VenueWorld, objectId: string) {
  const { positions, ...account } = world.account(objectId)
  return {
    account,
    positions: Object.values(positions).map((position) => ({ ...position, lotId: '' })),
    fills: world.fills(objectId).map((fill) => ({ ...fill, lotId: '' })),
    orders: [...world.state.orders.values()]
      .filter((order) => order.objectId === objectId)
      .map((order) => ({ ...order, priority: 0 })),
  }
}
