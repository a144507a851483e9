import { test } from '@japa/runner'
import fc from 'fast-check'
import { newFeed, type Feed } from '#modules/venue/core/feed/feed'
import { controlsToText, passToText } from '#modules/venue/core/feed/feed_texts'
import { runFeed } from '#modules/venue/core/feed/run_feed'
import { applySim, simLine, type SimCommand } from '#modules/venue/core/feed/sim_command'
import { marketsOf } from '#modules/venue/core/markets'
import { RATE_ONE, isOnTick, roundToTick } from '#modules/venue/core/numerics'
import { TICK } from '#modules/venue/core/price_process'
import { repeat } from '#modules/venue/core/tick'
import { forAll } from '#tests/support/for_all'

const MARKETS = marketsOf('vn')
const FIRST_TICK = 600_000_000 - 50

type Move = { kind: 'ticks'; ticks: number } | { kind: 'command'; command: SimCommand }

const market = fc.constantFrom(...MARKETS)
const factor = fc.bigInt({ min: 0n, max: 3n * RATE_ONE })

/** A price within the range a market may be taken to, on its grid. */
const pricing = fc
  .record({
    market,
    mode: fc.constantFrom('jump' as const, 'drift' as const, 'pin' as const),
    percent: fc.bigInt({ min: 2n, max: 5000n }),
    basis: fc.bigInt({ min: -4_000_000_000n, max: 4_000_000_000n }),
  })
  .map(({ market: on, mode, percent, basis }): SimCommand => {
    const anchor = on.priceModel?.anchor ?? 100_000_000n
    const price = roundToTick((anchor * percent) / 100n, on.szDecimals)
    return { type: 'set_price', market: on.id, mode, price, basis }
  })

const command: fc.Arbitrary<SimCommand> = fc.oneof(
  { arbitrary: pricing, weight: 4 },
  market.map(({ id }): SimCommand => ({ type: 'release_price', market: id })),
  fc.constantFrom('generated' as const, 'manual' as const).map((mode): SimCommand => {
    return { type: 'set_mode', mode }
  }),
  fc
    .record({ market, side: fc.constantFrom('bids' as const, 'asks' as const), factor })
    .map((drawn): SimCommand => ({ ...drawn, type: 'set_liquidity', market: drawn.market.id })),
  fc
    .record({ market, rate: fc.option(fc.bigInt({ min: -40_000_000_000n, max: 40_000_000_000n })) })
    .map(({ market: on, rate }): SimCommand => ({ type: 'set_funding', market: on.id, rate })),
  market.map(({ id, priceModel }): SimCommand => {
    return { type: 'delist', market: id, settlement: priceModel?.anchor ?? 1n }
  })
)

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((ticks): Move => ({ kind: 'ticks', ticks })),
  command.map((drawn): Move => ({ kind: 'command', command: drawn }))
)

/** Everything a run leaves behind, as one text. */
function logOf(seed: string, moves: readonly Move[], pieces: (ticks: number) => number[]): string {
  const lines: string[] = []
  let feed: Feed = newFeed(MARKETS, seed, FIRST_TICK)
  for (const each of moves) {
    if (each.kind === 'command') {
      const result = applySim(MARKETS, feed, each.command)
      const end = result.kind === 'applied' ? 'applied' : result.reason
      lines.push(`${feed.tick} ${simLine(each.command)} ${end}`)
      if (result.kind === 'applied') feed = result.feed
      continue
    }
    for (const ticks of pieces(each.ticks)) {
      const lastTick = feed.tick + ticks
      const terms = { steps: repeat(TICK, ticks), tapes: new Map(), passTicks: 1, lastTick }
      const run = runFeed(MARKETS, feed, terms)
      lines.push(...run.passes.map((pass) => `${pass.tick} ${passToText(pass)}`))
      feed = run.feed
    }
  }
  const controls = Object.entries(feed.markets).map(([id, each]) => {
    return `${id} ${controlsToText(each.controls)} ${each.prices.random}`
  })
  return [...lines, ...controls.sort()].join('\n')
}

test.group('venue | feed reproducibility', () => {
  test('the same seed and changes write the same log, however it is advanced', ({ assert }) => {
    forAll(
      [fc.string({ minLength: 1 }), fc.array(move, { maxLength: 15 })],
      { numRuns: 25 },
      (seed, moves) => {
        const log = logOf(seed, moves, (ticks) => [ticks])
        const whole = logOf(seed, moves, (ticks) => [ticks])
        assert.equal(whole, log)
        const stepwise = logOf(seed, moves, (ticks) => Array.from({ length: ticks }, () => 1))
        assert.equal(stepwise, log)
      }
    )
  })

  test('whatever is done by hand, published prices stay sound', ({ assert }) => {
    forAll([fc.array(command, { maxLength: 12 })], { numRuns: 60 }, (commands) => {
      let feed = newFeed(MARKETS, 'sound', FIRST_TICK)
      for (const each of commands) {
        const result = applySim(MARKETS, feed, each)
        if (result.kind === 'applied') feed = result.feed
        const lastTick = feed.tick + 3
        const terms = { steps: repeat(TICK, 3), tapes: new Map(), passTicks: 1, lastTick }
        feed = runFeed(MARKETS, feed, terms).feed
        for (const { id, szDecimals } of MARKETS) {
          const prices = feed.markets[id]?.prices
          if (!prices) continue
          const { bid, ask, mid, mark, oracle } = prices
          for (const price of [bid, ask, mark, oracle]) assert.isTrue(isOnTick(price, szDecimals))
          assert.isTrue(bid < ask && bid <= mid && mid <= ask, id)
        }
      }
    })
  })
})
