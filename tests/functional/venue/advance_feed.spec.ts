import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { ManualClock } from '#app/clock/clock'
import { Database, type SqlSession } from '#app/storage/database'
import { marketsOf } from '#modules/venue/core/markets'
import { pricesOf } from '#modules/venue/core/feed/feed'
import { TICK_MS, advanceFeed, openFeed, tickAtMs, type FeedState } from '#modules/venue/core/tick'
import { AdvanceFeed } from '#modules/venue/services/advance_feed'
import { FeedBoard } from '#modules/venue/services/feed_board'
import { FeedStore, type StoredFeed } from '#modules/venue/storage/feed_store'
import { TapeStore } from '#modules/venue/storage/tape_store'
import { TickStore } from '#modules/venue/storage/tick_store'
import { eventually, atOnce } from '#tests/support/client'

const MARKETS = marketsOf('vn')
const HOUR_MS = 3_600_000

/** Writes, then fails before the transaction commits. */
class BrokenStore extends FeedStore {
  override async save(session: SqlSession, stored: StoredFeed): Promise<void> {
    await super.save(session, stored)
    throw new Error('power cut')
  }
}

/** Stands still between reading the feed and writing it. */
function standingStore() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  class StandingStore extends FeedStore {
    override async save(session: SqlSession, stored: StoredFeed): Promise<void> {
      reached.resolve()
      await released.promise
      await super.save(session, stored)
    }
  }
  return { StandingStore, reached: reached.promise, release: released.resolve }
}

/** A feed of its own under a clock of its own. */
class FeedDesk {
  readonly id = `test-${randomUUID()}`
  readonly clock = new ManualClock()
  readonly warnings: string[] = []

  private constructor(private database: Database) {}

  static async open(): Promise<FeedDesk> {
    return new FeedDesk(await app.container.make(Database))
  }

  /** One worker, as a process of its own would have it. */
  worker(feedSeed: string | null = 'desk', Store = FeedStore): AdvanceFeed {
    const log = logger.child({})
    log.warn = ((message: string) => this.warnings.push(message)) as typeof log.warn
    const store = new Store(this.database, this.clock)
    return new AdvanceFeed(
      this.database,
      this.clock,
      store,
      new TickStore(),
      new TapeStore(),
      MARKETS,
      { code: 'vn', feedSeed },
      log
    )
  }

  board(): FeedBoard {
    return new FeedBoard(new FeedStore(this.database, this.clock), this.clock)
  }

  /** The series of prices the feed is at. */
  async stored(): Promise<FeedState | null> {
    const stored = await new FeedStore(this.database, this.clock).read(this.id)
    return stored && pricesOf(stored.feed)
  }

  get tick(): number {
    return tickAtMs(this.clock.nowMs())
  }

  /** Resolves once a worker waits for the row of this feed, which another one holds. */
  async whenAwaited(): Promise<void> {
    await eventually('a worker to wait for the feed', async () => {
      const [waiting] = await this.database.read(
        `SELECT 1 FROM information_schema.innodb_trx
          WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE ?`,
        [`%${this.id}%`]
      )
      return waiting
    })
  }
}

test.group('venue | advance_feed', () => {
  test('a new feed opens at the present tick, for many workers at once too', async ({ assert }) => {
    const desk = await FeedDesk.open()
    const reached = await atOnce(6, () => desk.worker(null).run(desk.id))
    assert.deepEqual(new Set(reached), new Set([desk.tick]))
    const stored = await desk.stored()
    assert.deepEqual(stored, openFeed(MARKETS, stored!.seed, desk.tick))
    assert.match(stored!.seed, /^[0-9a-f]{64}$/)
  })

  test('workers that race, repeat and come late step every tick once', async ({ assert }) => {
    const desk = await FeedDesk.open()
    const first = desk.tick
    await desk.worker().run(desk.id)
    for (const missed of [1, 1, 7, 0, 2]) {
      desk.clock.advanceMs(missed * TICK_MS)
      await Promise.all(Array.from({ length: 4 }, () => desk.worker().run(desk.id)))
    }
    const expected = advanceFeed(MARKETS, openFeed(MARKETS, 'desk', first), first + 11)
    assert.deepEqual(await desk.stored(), expected)
  })

  test('a slow worker never takes the feed back behind a quicker one', async ({ assert }) => {
    const desk = await FeedDesk.open()
    await desk.worker().run(desk.id)
    const opened = (await desk.stored())!
    desk.clock.advanceMs(TICK_MS)
    const { StandingStore, reached, release } = standingStore()
    const slow = desk.worker('desk', StandingStore).run(desk.id)
    await reached
    desk.clock.advanceMs(TICK_MS)
    const quick = desk.worker().run(desk.id)
    await Promise.race([quick, desk.whenAwaited()])
    release()
    await Promise.all([slow, quick])
    assert.deepEqual(await desk.stored(), advanceFeed(MARKETS, opened, opened.tick + 2))
  })

  test('after an outage every missed tick is stepped', async ({ assert }) => {
    const desk = await FeedDesk.open()
    await desk.worker().run(desk.id)
    const opened = (await desk.stored())!
    desk.clock.advanceMs(5 * HOUR_MS)
    assert.equal(await desk.worker().run(desk.id), desk.tick)
    assert.deepEqual(await desk.stored(), advanceFeed(MARKETS, opened, desk.tick))
  })

  test('a clock that went back moves nothing', async ({ assert }) => {
    const desk = await FeedDesk.open()
    const reached = await desk.worker().run(desk.id)
    const before = await desk.stored()
    desk.clock.advanceMs(-HOUR_MS)
    assert.equal(await desk.worker().run(desk.id), reached)
    assert.deepEqual(await desk.stored(), before)
  })

  test('a tick that fails before its commit leaves the feed where it was', async ({ assert }) => {
    const desk = await FeedDesk.open()
    await desk.worker().run(desk.id)
    const before = (await desk.stored())!
    desk.clock.advanceMs(TICK_MS)
    await assert.rejects(() => desk.worker('desk', BrokenStore).run(desk.id), 'power cut')
    assert.deepEqual(await desk.stored(), before)
    await desk.worker().run(desk.id)
    assert.deepEqual(await desk.stored(), advanceFeed(MARKETS, before, before.tick + 1))
  })

  test('a changed seed setting is told once and leaves the series alone', async ({ assert }) => {
    const desk = await FeedDesk.open()
    await desk.worker('first').run(desk.id)
    const changed = desk.worker('second')
    await changed.run(desk.id)
    await changed.run(desk.id)
    assert.equal((await desk.stored())!.seed, 'first')
    assert.lengthOf(desk.warnings, 1)
    assert.match(desk.warnings[0]!, /VENUE_FEED_SEED has changed/)
  })

  test('prices are stale from fifteen seconds on', async ({ assert }) => {
    const desk = await FeedDesk.open()
    assert.isNull(await desk.board().read(desk.id))
    await desk.worker().run(desk.id)
    desk.clock.advanceMs(14_999)
    const fresh = await desk.board().read(desk.id)
    desk.clock.advanceMs(1)
    const stale = await desk.board().read(desk.id)
    assert.deepEqual([fresh!.ageSeconds, fresh!.stale], [14, false])
    assert.deepEqual([stale!.ageSeconds, stale!.stale], [15, true])
  })
})
