import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { ManualClock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { INTERVAL_SECONDS, foldAll } from '#modules/venue/core/feed/candles'
import { historyOf } from '#modules/venue/core/feed/history'
import { runFeed } from '#modules/venue/core/feed/run_feed'
import { newFeed } from '#modules/venue/core/feed/feed'
import { marketsOf } from '#modules/venue/core/markets'
import { TICK } from '#modules/venue/core/price_process'
import { TICK_MS, msOfTick, repeat, tickAtMs } from '#modules/venue/core/tick'
import { AdvanceFeed } from '#modules/venue/services/advance_feed'
import { PruneFeeds } from '#modules/venue/services/prune_feeds'
import { CandleStore } from '#modules/venue/storage/candle_store'
import { FeedStore } from '#modules/venue/storage/feed_store'
import { TapeStore } from '#modules/venue/storage/tape_store'
import { TickStore } from '#modules/venue/storage/tick_store'
import { pluck } from '#tests/support/client'

const MARKETS = marketsOf('vn')
const BTC = 'vn:0:BTC'
const FAR_MS = 10_000_000_000_000

/** A feed of its own under a clock of its own; a worker is what a process has of it. */
class Bench {
  readonly id = `bench-${randomUUID()}`
  readonly clock = new ManualClock()

  private constructor(readonly database: Database) {}

  static async open(): Promise<Bench> {
    const bench = new Bench(await app.container.make(Database))
    await bench.work()
    return bench
  }

  work(): Promise<number> {
    const worker = new AdvanceFeed(
      this.database,
      this.clock,
      new FeedStore(this.database, this.clock),
      new TickStore(),
      new TapeStore(),
      MARKETS,
      { code: 'vn', feedSeed: 'bench' },
      logger.child({})
    )
    return worker.run(this.id)
  }

  async stored() {
    return (await new FeedStore(this.database, this.clock).read(this.id))!
  }

  async candles(seconds: number) {
    const range = { marketId: BTC, seconds, fromMs: 0, toMs: FAR_MS, limit: 10_000 }
    return new CandleStore(this.database).range(await this.stored(), range)
  }

  async passes() {
    const stored = await this.stored()
    return new TickStore().after(this.database, stored, 0, 10_000)
  }
}

test.group('venue | feed storage', () => {
  test('workers ticking at once, with restarts, leave what one leaves', async ({ assert }) => {
    const bench = await Bench.open()
    const firstTick = tickAtMs(bench.clock.nowMs())
    for (const missed of [1, 4, 90, 1, 1300]) {
      bench.clock.advanceMs(missed * TICK_MS)
      await Promise.all([bench.work(), bench.work(), bench.work()])
    }
    const whole = runFeed(MARKETS, newFeed(MARKETS, 'bench', firstTick), {
      steps: repeat(TICK, 1396),
      tapes: new Map(),
      passTicks: 1,
      lastTick: firstTick + 1396,
    })
    assert.deepEqual((await bench.stored()).feed, whole.feed)
    assert.deepEqual(await bench.passes(), whole.passes)
    for (const seconds of INTERVAL_SECONDS) {
      const expected = whole.candles.filter(
        (candle) => candle.marketId === BTC && candle.seconds === seconds
      )
      const own = (await bench.candles(seconds)).filter(
        ({ openMs }) => openMs + seconds * 1000 > msOfTick(firstTick)
      )
      // The past may have joined the first one already.
      assert.deepEqual(own.slice(1), expected.slice(1), `${seconds} s`)
    }
    const hours = await bench.database.read(
      'SELECT hour FROM venue_funding_rates WHERE feed_id = ? AND market_id = ?',
      [bench.id, BTC]
    )
    assert.lengthOf(hours, new Set(pluck(whole.rates, 'hour')).size)
  })

  test('the past joins the running candles whatever comes first', async ({ assert }) => {
    const bench = await Bench.open()
    const { feed, firstTick } = await bench.stored()
    bench.clock.advanceMs(10 * TICK_MS)
    await bench.work()
    const market = MARKETS.find(({ id }) => id === BTC)!
    const past = historyOf(market, feed.seed, msOfTick(firstTick))
    const store = new FeedStore(bench.database, bench.clock)
    await bench.database.transaction(async (session) => {
      await store.lock(session, bench.id)
      if (!(await store.claimHistory(session, bench.id, BTC))) return
      await new TickStore().putBefore(session, bench.id, past)
    })
    const shortest = await bench.candles(15)
    const [whole] = foldAll(shortest).filter(({ seconds }) => seconds === 3600)
    const hour = await bench.candles(3600)
    const firstOfHour = hour.find(({ openMs }) => openMs === whole!.openMs)
    assert.equal(firstOfHour!.close, whole!.close)
    const days = await bench.candles(86_400)
    assert.isAbove(days.length, 360)
    days.slice(1).forEach((day, index) => {
      assert.equal(day.openMs - days[index]!.openMs, 86_400_000)
    })
  })

  test('what has grown too old goes, what is kept stays', async ({ assert }) => {
    const bench = await Bench.open()
    bench.clock.advanceMs(40 * TICK_MS)
    const tick = await bench.work()
    const prune = await app.container.make(PruneFeeds)
    await prune.prune(bench.id, tick)
    assert.lengthOf(await bench.passes(), 40)
    assert.isNotEmpty(await bench.candles(15))
    const dayOfTicks = 28_800
    await prune.prune(bench.id, tick + dayOfTicks - 20)
    assert.lengthOf(await bench.passes(), 21)
    await prune.prune(bench.id, tick + 10 * dayOfTicks)
    assert.deepEqual(await bench.passes(), [])
    assert.deepEqual(await bench.candles(15), [])
    assert.isNotEmpty(await bench.candles(86_400))
  })
})
