import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  fromMarketRecord,
  toMarketRecord,
  type MarketRecord,
} from '#modules/venue/core/feed_record'
import { marketsOf } from '#modules/venue/core/markets'
import { advanceFeed, msOfTick, openFeed, tickAtMs, type FeedState } from '#modules/venue/core/tick'
import { forAll } from '#tests/support/for_all'

const MARKETS = marketsOf('vn')
const FIRST_TICK = 600_000_000
const SIX_HOURS = 7200

function recordsOf(feed: FeedState): [string, MarketRecord][] {
  return Object.entries(feed.markets).map(([id, prices]) => [id, toMarketRecord(prices)])
}

function digestOf(feed: FeedState): string {
  return createHash('sha256')
    .update(JSON.stringify([feed.tick, recordsOf(feed)]))
    .digest('hex')
}

function fresh(seed = 'golden'): FeedState {
  return openFeed(MARKETS, seed, FIRST_TICK)
}

test.group('venue | tick', () => {
  test('the series of a seed never changes between versions and machines', ({ assert }) => {
    const feed = advanceFeed(MARKETS, fresh(), FIRST_TICK + 1000)
    assert.equal(digestOf(feed), 'bd777a16f3b26f462941509eaac7451d82bc26d9bf8232bf9d11127a9137ffff')
    const later = advanceFeed(MARKETS, feed, feed.tick + SIX_HOURS + 2000)
    const digest = digestOf(later)
    assert.equal(digest, 'b4c9d5ead61b2f1915518503a446b7ed42e761e6ceb13496fc6591f249a6cc3e')
  })

  test('another seed gives another series', ({ assert }) => {
    const [one, other] = ['a', 'b'].map((seed) =>
      advanceFeed(MARKETS, fresh(seed), FIRST_TICK + 10)
    )
    for (const [id, prices] of Object.entries(one!.markets)) {
      assert.notEqual(prices.fairValue, other!.markets[id]!.fairValue, id)
    }
  })

  test('a run split into any pieces ends in the same state', ({ assert }) => {
    const whole = digestOf(advanceFeed(MARKETS, fresh(), FIRST_TICK + 120))
    forAll(
      [fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 8 })],
      { numRuns: 25 },
      (cuts) => {
        const stops = [...cuts.sort((a, b) => a - b), 120]
        const feed = stops.reduce(
          (reached, stop) => advanceFeed(MARKETS, reached, FIRST_TICK + stop),
          fresh()
        )
        assert.equal(digestOf(feed), whole)
      }
    )
  })

  test('a long outage is caught up in the same way in one go and in batches', ({ assert }) => {
    const target = FIRST_TICK + SIX_HOURS + 4321
    const whole = advanceFeed(MARKETS, fresh(), target)
    assert.equal(whole.tick, target)
    let batched = fresh()
    while (batched.tick < target) batched = advanceFeed(MARKETS, batched, target, 1111)
    assert.equal(digestOf(batched), digestOf(whole))
  })

  test('advancing to a tick that is reached or past changes nothing', ({ assert }) => {
    const feed = advanceFeed(MARKETS, fresh(), FIRST_TICK + 5)
    for (const target of [feed.tick, feed.tick - 1, 0]) {
      assert.equal(digestOf(advanceFeed(MARKETS, feed, target)), digestOf(feed))
    }
  })

  test('a state that went through JSON continues the same series', ({ assert }) => {
    const feed = advanceFeed(MARKETS, fresh(), FIRST_TICK + 7)
    const stored = JSON.parse(JSON.stringify(recordsOf(feed))) as [string, MarketRecord][]
    const restored: FeedState = {
      seed: feed.seed,
      tick: feed.tick,
      markets: Object.fromEntries(stored.map(([id, record]) => [id, fromMarketRecord(record)])),
    }
    const [one, other] = [feed, restored].map((state) =>
      advanceFeed(MARKETS, state, FIRST_TICK + 50)
    )
    assert.equal(digestOf(other!), digestOf(one!))
  })

  test('a damaged record is refused', ({ assert }) => {
    const [, record] = recordsOf(fresh())[0]!
    assert.throws(() => fromMarketRecord({ ...record, oracle: '1e5' }), /stored oracle .* damaged/)
  })

  test('a market that appears later starts at its anchor and moves no other', ({ assert }) => {
    const [added, ...others] = MARKETS
    const without = advanceFeed(others, openFeed(others, 'golden', FIRST_TICK), FIRST_TICK + 40)
    const joined = advanceFeed(MARKETS, without, FIRST_TICK + 41)
    assert.equal(joined.markets[added!.id]!.oracle, added!.priceModel!.anchor)
    const together = advanceFeed(MARKETS, fresh(), FIRST_TICK + 41)
    for (const { id, isDelisted } of others) {
      if (!isDelisted) assert.deepEqual(joined.markets[id], together.markets[id])
    }
  })

  test('the delisted market has no price', ({ assert }) => {
    const ids = Object.keys(fresh().markets)
    assert.lengthOf(ids, 11)
    assert.notInclude(ids, 'vn:0:LOOM')
  })

  test('a tick is three seconds of the epoch', ({ assert }) => {
    assert.equal(tickAtMs(1_800_000_000_000), FIRST_TICK)
    assert.equal(tickAtMs(1_800_000_002_999), FIRST_TICK)
    assert.equal(msOfTick(FIRST_TICK + 1), 1_800_000_003_000)
  })
})
