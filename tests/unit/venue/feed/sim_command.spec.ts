import { test } from '@japa/runner'
import { NO_CONTROLS, newFeed, type Feed } from '#modules/venue/core/feed/feed'
import {
  controlsFromText,
  controlsToText,
  passFromText,
  passToText,
} from '#modules/venue/core/feed/feed_texts'
import {
  advanced,
  feedNowMs,
  running,
  stopped,
  WALL_CLOCK,
} from '#modules/venue/core/feed/feed_clock'
import { runFeed } from '#modules/venue/core/feed/run_feed'
import { applySim, type SimCommand } from '#modules/venue/core/feed/sim_command'
import { marketsOf } from '#modules/venue/core/markets'
import { RATE_ONE, parseFixed } from '#modules/venue/core/numerics'
import { TICK } from '#modules/venue/core/price_process'
import { repeat } from '#modules/venue/core/tick'

const MARKETS = marketsOf('vn')
const FIRST_TICK = 600_000_000
const BTC = 'vn:0:BTC'
const price = (text: string) => parseFixed(text, 8)!

function must(feed: Feed, command: SimCommand): Feed {
  const result = applySim(MARKETS, feed, command)
  if (result.kind === 'refused') throw new Error(result.reason)
  return result.feed
}

function ran(feed: Feed, ticks: number): Feed {
  const terms = { tapes: new Map(), passTicks: 1, lastTick: feed.tick + ticks }
  return runFeed(MARKETS, feed, { ...terms, steps: repeat(TICK, ticks) }).feed
}

const set = (mode: 'jump' | 'drift' | 'pin', text: string, basis = 0n): SimCommand => ({
  type: 'set_price',
  market: BTC,
  mode,
  price: price(text),
  basis,
})

test.group('venue | sim_command', () => {
  test('a jump moves oracle, mid and mark at once; the walk goes on there', ({ assert }) => {
    const feed = must(ran(newFeed(MARKETS, 'jump', FIRST_TICK), 20), set('jump', '40000'))
    const { oracle, mid, mark, bid, ask } = feed.markets[BTC]!.prices
    assert.deepEqual([oracle, mid, mark], [price('40000'), price('40000'), price('40000')])
    assert.isTrue(bid < mid && mid < ask)
    const next = ran(feed, 1).markets[BTC]!.prices
    assert.notEqual(next.oracle, oracle)
    assert.isBelow(Math.abs(Number(next.oracle - oracle)) / Number(oracle), 0.02)
  })

  test('a basis puts mid and mark beside the oracle', ({ assert }) => {
    const feed = must(newFeed(MARKETS, 'basis', FIRST_TICK), set('jump', '40000', RATE_ONE / 1000n))
    const { oracle, mid, mark } = feed.markets[BTC]!.prices
    assert.deepEqual([oracle, mid, mark], [price('40000'), price('40040'), price('40040')])
  })

  test('a drift moves the oracle first, the book next, the mark behind', ({ assert }) => {
    const start = must(newFeed(MARKETS, 'drift', FIRST_TICK), { type: 'set_mode', mode: 'manual' })
    const feed = must(ran(start, 100), set('drift', '66000'))
    const [before, after] = [ran(start, 100), feed].map(({ markets }) => markets[BTC]!.prices)
    assert.equal(after!.oracle, price('66000'))
    assert.equal(after!.mid, before!.mid)
    const next = ran(feed, 1).markets[BTC]!.prices
    assert.isAbove(Number(next.mid), Number(price('65900')))
    const settled = ran(feed, 400).markets[BTC]!.prices
    assert.isBelow(Math.abs(Number(settled.mark - settled.mid)), Number(price('10')))
  })

  test('a pinned price stays until it is released', ({ assert }) => {
    const pinned = must(newFeed(MARKETS, 'pin', FIRST_TICK), set('pin', '50000'))
    const later = ran(pinned, 50)
    assert.deepEqual(later.markets[BTC]!.prices, pinned.markets[BTC]!.prices)
    const released = must(later, { type: 'release_price', market: BTC })
    assert.notEqual(ran(released, 1).markets[BTC]!.prices.oracle, price('50000'))
  })

  test('in manual mode only what is set by hand moves', ({ assert }) => {
    const feed = must(newFeed(MARKETS, 'manual', FIRST_TICK), { type: 'set_mode', mode: 'manual' })
    const later = ran(feed, 30)
    for (const [id, { prices }] of Object.entries(later.markets)) {
      assert.equal(prices.mid, feed.markets[id]!.prices.mid, id)
      assert.equal(prices.random, feed.markets[id]!.prices.random, id)
    }
  })

  test('what cannot be is refused by name and changes nothing', ({ assert }) => {
    const feed = newFeed(MARKETS, 'refuse', FIRST_TICK)
    const refused: [SimCommand, string][] = [
      [{ ...set('jump', '40000'), market: 'vn:0:NONE' } as SimCommand, 'unknown_market'],
      [{ ...set('jump', '1'), market: 'vn:0:LOOM' } as SimCommand, 'market_delisted'],
      [set('jump', '40000.05'), 'invalid_price'],
      [set('pin', '0'), 'invalid_price'],
      [set('jump', '599'), 'invalid_price'],
      [set('jump', '6000001'), 'invalid_price'],
      [{ type: 'set_mode', mode: 'replay' }, 'nothing_to_replay'],
    ]
    for (const [command, reason] of refused) {
      assert.deepEqual(applySim(MARKETS, feed, command), { kind: 'refused', reason })
    }
  })

  test('a delisted market keeps its price, has no funding, takes no changes', ({ assert }) => {
    const settlement = price('59990')
    const feed = must(newFeed(MARKETS, 'delist', FIRST_TICK), {
      type: 'delist',
      market: BTC,
      settlement,
    })
    const later = ran(feed, 1300)
    assert.deepEqual(later.markets[BTC], feed.markets[BTC])
    assert.deepEqual(feed.markets[BTC]!.controls.delisted, { tick: FIRST_TICK, settlement })
    assert.equal(applySim(MARKETS, feed, set('jump', '40000')).kind, 'refused')
    const again = must(later, { type: 'delist', market: BTC, settlement: 1n })
    assert.deepEqual(again, later)
  })

  test('liquidity is set by side', ({ assert }) => {
    const half = RATE_ONE / 2n
    let feed = newFeed(MARKETS, 'book', FIRST_TICK)
    feed = must(feed, { type: 'set_liquidity', market: BTC, side: 'bids', factor: half })
    feed = must(feed, { type: 'set_liquidity', market: BTC, side: 'asks', factor: 0n })
    assert.deepEqual(feed.markets[BTC]!.controls.liquidity, { bids: half, asks: 0n })
    feed = must(feed, { type: 'set_liquidity', market: BTC, side: 'both', factor: RATE_ONE })
    assert.deepEqual(feed.markets[BTC]!.controls, NO_CONTROLS)
  })

  test('controls and passes come back from their texts as they were', ({ assert }) => {
    const controls = {
      pinned: true,
      liquidity: { bids: 0n, asks: 250_000_000_000n },
      fundingRate: -12_500_000n,
      delisted: { tick: 7, settlement: 123n },
      tape: { startTick: 1, ticksPerCandle: 20, candles: 3, loops: true },
    }
    assert.deepEqual(controlsFromText(controlsToText(controls)), controls)
    assert.equal(controlsToText(NO_CONTROLS), '{}')
    assert.deepEqual(controlsFromText('{}'), NO_CONTROLS)
    const [pass] = runFeed(MARKETS, newFeed(MARKETS, 'text', FIRST_TICK - 1), {
      steps: [TICK],
      tapes: new Map(),
      passTicks: 1,
      lastTick: FIRST_TICK,
    }).passes
    assert.isNotEmpty(pass!.funding)
    assert.deepEqual(passFromText(pass!.tick, passToText(pass!)), pass)
    assert.throws(() => controlsFromText('{"bids":"1e5"}'), /damaged/)
  })

  test('a clock stops, moves and runs on without a jump or a way back', ({ assert }) => {
    const still = stopped(WALL_CLOCK, 10_000, 3)
    assert.equal(feedNowMs(still, 99_999), 10_000)
    assert.equal(feedNowMs(stopped(WALL_CLOCK, 10_000, 5), 0), 15_000)
    const moved = advanced(still, 500)
    const goes = running(moved, 50_000)
    assert.equal(feedNowMs(goes, 50_000), 10_500)
    assert.equal(feedNowMs(goes, 51_000), 11_500)
    assert.deepEqual(running(goes, 60_000), goes)
  })
})
