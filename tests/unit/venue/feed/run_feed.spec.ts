import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import fc from 'fast-check'
import { premiumSample } from '#modules/venue/core/engine/funding'
import { CandleFold, INTERVAL_SECONDS, foldCandles } from '#modules/venue/core/feed/candles'
import { forkOf, newFeed, pricesOf, type Feed } from '#modules/venue/core/feed/feed'
import { historyOf } from '#modules/venue/core/feed/history'
import { samplePremium } from '#modules/venue/core/feed/premium'
import { runFeed, type FeedRun } from '#modules/venue/core/feed/run_feed'
import { positionOnTape, priceOnTape } from '#modules/venue/core/feed/tape'
import { marketsOf } from '#modules/venue/core/markets'
import { RATE_ONE, formatPrice, isOnTick, parseFixed } from '#modules/venue/core/numerics'
import { TICK } from '#modules/venue/core/price_process'
import { advanceFeed, openFeed, repeat } from '#modules/venue/core/tick'
import { forAll } from '#tests/support/for_all'

const MARKETS = marketsOf('vn')
const PRICED = MARKETS.filter(({ isDelisted }) => !isDelisted)
const FIRST_TICK = 600_000_000
const FIRST_MS = FIRST_TICK * 3000

function ran(feed: Feed, ticks: number, tapes: Parameters<typeof runFeed>[2]['tapes'] = new Map()) {
  const lastTick = feed.tick + ticks
  return runFeed(MARKETS, feed, { steps: repeat(TICK, ticks), tapes, passTicks: 1, lastTick })
}

const price = (text: string) => parseFixed(text, 8)!

test.group('venue | run_feed', () => {
  test('prices are those of the plain series', ({ assert }) => {
    const run = ran(newFeed(MARKETS, 'golden', FIRST_TICK), 40)
    const plain = advanceFeed(MARKETS, openFeed(MARKETS, 'golden', FIRST_TICK), FIRST_TICK + 40)
    assert.deepEqual(pricesOf(run.feed), plain)
    assert.lengthOf(run.passes, 40)
  })

  test('a run in any pieces leaves what one run leaves', ({ assert }) => {
    const start = newFeed(MARKETS, 'pieces', FIRST_TICK - 30)
    const whole = ran(start, 60)
    forAll(
      [fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 })],
      { numRuns: 8 },
      (cuts) => {
        const runs: FeedRun[] = []
        let feed = start
        for (const stop of [...cuts.sort((a, b) => a - b), 60]) {
          const run = ran(feed, FIRST_TICK - 30 + stop - feed.tick)
          runs.push(run)
          feed = run.feed
        }
        assert.deepEqual(feed, whole.feed)
        const allPasses = runs.flatMap(({ passes }) => passes)
        assert.deepEqual(allPasses, whole.passes)
        const allRates = runs.flatMap(({ rates }) => rates)
        assert.deepEqual(allRates, whole.rates)
        for (const { id } of PRICED) {
          const parts = runs.flatMap(({ candles }) =>
            candles.filter(({ marketId, seconds }) => marketId === id && seconds === 15)
          )
          const expected = whole.candles.filter(
            ({ marketId, seconds }) => marketId === id && seconds === 15
          )
          assert.deepEqual(foldCandles(parts, 15), expected)
        }
      }
    )
  })

  test('an hour ends once, with the average of its samples', ({ assert }) => {
    const run = ran(newFeed(MARKETS, 'hours', FIRST_TICK - 100), 1400)
    const hours = [...new Set(run.rates.map(({ hour }) => hour))]
    assert.deepEqual(hours, [FIRST_MS / 3_600_000 - 1, FIRST_MS / 3_600_000])
    assert.lengthOf(run.rates, 2 * PRICED.length)
    const paying = run.passes.filter(({ funding }) => funding.length > 0)
    assert.deepEqual(pluck(paying, 'tick'), [FIRST_TICK, FIRST_TICK + 1200])
    const samples = Object.values(run.feed.markets).map(({ premium }) => premium.samples)
    assert.deepEqual(new Set(samples), new Set([60]))
  })

  test('the quick premium sample is the one of the whole book', ({ assert }) => {
    const { feed } = ran(newFeed(MARKETS, 'premium', FIRST_TICK), 5)
    const factor = fc.constantFrom(0n, RATE_ONE / 100n, RATE_ONE / 2n, RATE_ONE, RATE_ONE * 3n)
    forAll([fc.constantFrom(...PRICED), factor, factor], (market, bids, asks) => {
      const { prices } = feed.markets[market.id]!
      const input = { market, prices, liquidity: { bids, asks } }
      const inputs = {
        nowMs: feed.tick * 3000,
        tick: feed.tick,
        bookSeed: feed.seed,
        markets: new Map([[market.id, input]]),
        fees: { platformTenthsBps: 0, applicationTenthsBps: 0 },
      }
      assert.equal(samplePremium(input, feed.seed, feed.tick), premiumSample(inputs, market.id))
    })
  })

  test('a fork starts at the same prices, ignorant of its origin’s future', ({ assert }) => {
    const origin = ran(newFeed(MARKETS, 'origin', FIRST_TICK), 7).feed
    const fork = forkOf(MARKETS, origin, 'fork')
    const [later, own] = [ran(origin, 5).feed, ran(fork, 5).feed]
    for (const { id } of PRICED) {
      assert.equal(fork.markets[id]!.prices.mid, origin.markets[id]!.prices.mid)
      assert.notEqual(fork.markets[id]!.prices.random, origin.markets[id]!.prices.random)
      assert.notEqual(own.markets[id]!.prices.fairValue, later.markets[id]!.prices.fairValue)
    }
    assert.deepEqual(ran(forkOf(MARKETS, origin, 'fork'), 5).feed, own)
  })
})

test.group('venue | candles', () => {
  test('every interval is the fold of the trades', ({ assert }) => {
    const trade = fc.record({
      gap: fc.integer({ min: 0, max: 900 }),
      price: fc.integer({ min: 1 }),
    })
    forAll([fc.array(trade, { minLength: 1, maxLength: 40 })], { numRuns: 50 }, (trades) => {
      const fold = new CandleFold()
      let ms = FIRST_MS
      const made = trades.map(({ gap, price: units }) => {
        ms += gap * 3000
        fold.add('m', ms, { price: BigInt(units), lots: 2n, trades: 1 })
        return { ms, price: BigInt(units) }
      })
      const candles = fold.candles()
      for (const seconds of INTERVAL_SECONDS) {
        const buckets = Map.groupBy(made, (each) => each.ms - (each.ms % (seconds * 1000)))
        const expected = [...buckets].map(([openMs, each]) => {
          const prices = each.map((one) => one.price)
          const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1))
          return {
            marketId: 'm',
            seconds,
            openMs,
            open: prices[0],
            high: sorted.at(-1),
            low: sorted[0],
            close: prices.at(-1),
            volume: 2n * BigInt(each.length),
            trades: each.length,
          }
        })
        const folded = candles.filter((candle) => candle.seconds === seconds)
        assert.deepEqual(folded as unknown[], expected)
      }
    })
  })

  test('the past before a feed is whole, ends at its first price and stays', ({ assert }) => {
    for (const firstMs of [FIRST_MS, FIRST_MS + 123_000]) {
      const market = PRICED[0]!
      const past = historyOf(market, 'seed', firstMs)
      assert.deepEqual(historyOf(market, 'seed', firstMs), past)
      for (const seconds of INTERVAL_SECONDS) {
        const bars = past.filter((bar) => bar.seconds === seconds)
        bars.forEach((bar, index) => {
          const before = bars[index - 1]
          if (before) {
            assert.equal(bar.openMs - before.openMs, seconds * 1000)
            assert.equal(bar.open, before.close)
          }
          assert.isTrue(bar.low <= bar.open && bar.low <= bar.close)
          assert.isTrue(bar.high >= bar.open && bar.high >= bar.close)
          for (const each of [bar.open, bar.high, bar.low, bar.close]) {
            assert.isTrue(isOnTick(each, market.szDecimals), formatPrice(each))
          }
        })
        assert.equal(bars.at(-1)!.close, past.filter((bar) => bar.seconds === 15).at(-1)!.close)
        assert.isBelow(bars.at(-1)!.openMs, firstMs)
      }
    }
  })
})

test.group('venue | tape', () => {
  const up = { open: 10n, high: 40n, low: 5n, close: 30n }

  test('a candle opens, visits both extremes and closes', ({ assert }) => {
    const steps = 30
    const played = Array.from({ length: steps }, (_, index) => priceOnTape(up, index + 1, steps))
    assert.equal(played.at(-1), up.close)
    assert.isTrue(played.includes(up.low) && played.includes(up.high))
    assert.isBelow(played.indexOf(up.low), played.indexOf(up.high))
    assert.equal(priceOnTape(up, 1, 1), up.close)
  })

  test('at its end a tape stops or starts over', ({ assert }) => {
    const tape = { startTick: 100, ticksPerCandle: 5, candles: 2, loops: false }
    assert.deepEqual(positionOnTape(tape, 101), { candle: 0, step: 1 })
    assert.deepEqual(positionOnTape(tape, 110), { candle: 1, step: 5 })
    assert.deepEqual(positionOnTape(tape, 500), { candle: 1, step: 5 })
    assert.deepEqual(positionOnTape({ ...tape, loops: true }, 111), { candle: 0, step: 1 })
  })

  test('a market follows its candles, and those without one stand still', ({ assert }) => {
    const btc = PRICED[0]!.id
    const feed = newFeed(MARKETS, 'tape', FIRST_TICK)
    const tape = { startTick: FIRST_TICK, ticksPerCandle: 5, candles: 1, loops: false }
    const playing: Feed = {
      ...feed,
      mode: 'replay',
      markets: {
        ...feed.markets,
        [btc]: { ...feed.markets[btc]!, controls: { ...feed.markets[btc]!.controls, tape } },
      },
    }
    const [open, high, low, close] = ['60000', '61000', '59000', '60500'].map(price) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    const candle = { open, high, low, close }
    const run = ran(playing, 5, new Map([[btc, new Map([[0, candle]])]]))
    assert.equal(run.feed.markets[btc]!.prices.oracle, candle.close)
    const eth = PRICED[1]!.id
    assert.equal(run.feed.markets[eth]!.prices.mid, feed.markets[eth]!.prices.mid)
  })
})
