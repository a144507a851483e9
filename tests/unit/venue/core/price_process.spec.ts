import { test } from '@japa/runner'
import fc from 'fast-check'
import { marketsOf, type Market } from '#modules/venue/core/markets'
import { isOnTick, roundToTick, tickAt } from '#modules/venue/core/numerics'
import {
  MINUTE,
  TICK,
  advanceMarket,
  openMarket,
  type MarketPrices,
  type StepLength,
} from '#modules/venue/core/price_process'
import { forAll } from '#tests/support/for_all'

const MARKETS = marketsOf('vn').filter(({ isDelisted }) => !isDelisted)
const RATE_ONE = 10n ** 12n
const FORTY_BASIS_POINTS = 4_000_000_000n

const anyMarket = fc.constantFrom(...MARKETS)
const anySeed = fc.string({ minLength: 1, maxLength: 12 })

function times(count: number, step: StepLength = TICK): StepLength[] {
  return Array.from({ length: count }, () => step)
}

/** Every state of a run, the first one included. */
function walk(market: Market, seed: string, steps: readonly StepLength[]): MarketPrices[] {
  const states = [openMarket(market, seed)]
  for (const step of steps) states.push(advanceMarket(market, states.at(-1)!, [step]))
  return states
}

/** The mark as its rule is written, in floating point, from the published prices of a whole run. */
function naiveMarks(states: readonly MarketPrices[]): number[] {
  const averageOf = (samples: number[], tau: number) => {
    const weights = samples.map((_, index) => Math.exp((-3 * (samples.length - 1 - index)) / tau))
    const weighted = samples.reduce((sum, sample, index) => sum + sample * weights[index]!, 0)
    return weighted / weights.reduce((sum, weight) => sum + weight, 0)
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[1]!
  const number = (price: bigint) => Number(price) / 1e8
  const books = states.map(({ bid, ask, last }) => median([bid, ask, last].map(number)))
  const premiums = states.map(({ mid, oracle }) => number(mid) - number(oracle))
  return states.map(({ oracle }, index) =>
    median([
      number(oracle) + averageOf(premiums.slice(0, index + 1), 150),
      books[index]!,
      averageOf(books.slice(0, index + 1), 30),
    ])
  )
}

test.group('venue | price_process', () => {
  test('published prices are positive, on grid, with quotes around the mid', ({ assert }) => {
    forAll(
      [anyMarket, anySeed, fc.constantFrom(TICK, MINUTE)],
      { numRuns: 60 },
      (market, seed, step) => {
        for (const { oracle, mark, mid, bid, ask, last } of walk(market, seed, times(30, step))) {
          const published = [oracle, mark, bid, ask, last]
          assert.isTrue(published.every((price) => isOnTick(price, market.szDecimals)))
          assert.isTrue(bid < mid && mid < ask)
          assert.equal(2n * mid, bid + ask)
        }
      }
    )
  })

  test('the last trade is the mid of the tick before, on the grid', ({ assert }) => {
    for (const market of MARKETS) {
      const states = walk(market, 'trades', times(30))
      for (const [index, { last }] of states.slice(1).entries()) {
        assert.equal(last, roundToTick(states[index]!.mid, market.szDecimals))
      }
    }
  })

  test('a step moves a price within its bound, the basis within 40 points', ({ assert }) => {
    const wild = (market: Market): Market => ({
      ...market,
      priceModel: { ...market.priceModel!, annualVolatility: 100n * RATE_ONE },
    })
    const clamped = { ...TICK, basisDeviation: FORTY_BASIS_POINTS }
    forAll([anyMarket, anySeed], { numRuns: 40 }, (market, seed) => {
      const states = walk(wild(market), seed, times(40, clamped))
      for (const [index, { fairValue, basis }] of states.slice(1).entries()) {
        const before = states[index]!.fairValue
        const change = fairValue > before ? fairValue - before : before - fairValue
        assert.isTrue(change * 50n <= before)
        assert.isTrue(basis <= FORTY_BASIS_POINTS && basis >= -FORTY_BASIS_POINTS)
      }
    })
  })

  test('the mark is the median of oracle with premium, book, and averaged book', ({ assert }) => {
    for (const market of MARKETS) {
      const states = walk(market, 'marks', times(120))
      const naive = naiveMarks(states)
      for (const [index, { mark }] of states.entries()) {
        const tick = Number(tickAt(mark, market.szDecimals)) / 1e8
        // Half a tick of rounding, and the error of floating point.
        assert.closeTo(Number(mark) / 1e8, naive[index]!, tick * 0.5001, market.id)
      }
    }
  })

  test('returns spread as the volatility of the market says', ({ assert }) => {
    const market = MARKETS[0]!
    const states = walk(market, 'volatility', times(20_000))
    const returns = states
      .slice(1)
      .map(({ fairValue }, index) => Number(fairValue) / Number(states[index]!.fairValue) - 1)
    const deviation = Math.sqrt(returns.reduce((sum, r) => sum + r * r, 0) / returns.length)
    assert.closeTo(deviation / (0.45 * 3.084e-4), 1, 0.03)
  })

  test('minute steps spread like twenty ticks', ({ assert }) => {
    const ratio = (large: bigint, small: bigint) => Number(large) / Number(small)
    assert.closeTo(ratio(MINUTE.volatilityShare, TICK.volatilityShare), Math.sqrt(20), 1e-6)
    assert.closeTo(ratio(MINUTE.basisDeviation, TICK.basisDeviation), Math.sqrt(20), 1e-6)
    for (const { seconds, premiumDecay, bookDecay } of [TICK, MINUTE]) {
      assert.closeTo(Number(premiumDecay) / 1e12, Math.exp(-Number(seconds) / 150), 1e-11)
      assert.closeTo(Number(bookDecay) / 1e12, Math.exp(-Number(seconds) / 30), 1e-11)
    }
  })

  test('a hundred thousand ticks stay near the anchor and keep numbers bounded', ({ assert }) => {
    for (const market of MARKETS.filter(({ symbol }) => /BTC|KPEPE|XRP/.test(symbol))) {
      const start = openMarket(market, 'endurance')
      const { oracle, premiumAverage, bookAverage } = advanceMarket(market, start, times(100_000))
      const share = Number(oracle) / Number(market.priceModel!.anchor)
      assert.isTrue(share > 0.3 && share < 3, `${market.id} ended at ${share} of its anchor`)
      assert.closeTo(Number(premiumAverage.denominator) / 1e12, 3 / (1 - Math.exp(-0.02)), 1e-3)
      assert.closeTo(Number(bookAverage.denominator) / 1e12, 3 / (1 - Math.exp(-0.1)), 1e-3)
    }
  })

  test('a delisted market has no price to open with', ({ assert }) => {
    const delisted = marketsOf('vn').find(({ isDelisted }) => isDelisted)!
    assert.throws(() => openMarket(delisted, 'seed'), /LOOM is delisted/)
  })
})
