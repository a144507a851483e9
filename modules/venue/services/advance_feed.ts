import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database, SqlSession } from '#app/storage/database'
import { writeTogether } from '#app/storage/write_together'
import { failpoint } from '../failpoints.ts'
import { newFeed } from '../core/feed/feed.ts'
import { WALL_CLOCK, targetTick } from '../core/feed/feed_clock.ts'
import { runFeed } from '../core/feed/run_feed.ts'
import { candlesPlayed } from '../core/feed/tape.ts'
import type { Market } from '../core/markets.ts'
import { TICK, type StepLength } from '../core/price_process.ts'
import { repeat, stepsBetween, tickAtMs } from '../core/tick.ts'
import { drawSeed, type VenueSettings } from '../settings.ts'
import type { FeedStore, StoredFeed } from '../storage/feed_store.ts'
import type { TapeStore } from '../storage/tape_store.ts'
import type { TickStore } from '../storage/tick_store.ts'

export { SHARED_FEED } from './feed_directory.ts'

/**
 * An hour of ticks: short enough that a long catch-up never holds the process or the row for long.
 */
const STEPS_PER_TRANSACTION = 1200

/**
 * Brings a feed up to its present tick, and opens the shared feed first when it is new. The row
 * lock makes it safe to run twice, at once or late: the second run finds the tick reached and
 * changes nothing.
 */
export class AdvanceFeed {
  #seedCompared = false

  constructor(
    private database: Database,
    private clock: Clock,
    private feeds: FeedStore,
    private ticks: TickStore,
    private tapes: TapeStore,
    private markets: readonly Market[],
    private settings: VenueSettings,
    private log: Logger,
    /** Called whenever a feed has moved. */
    private moved: (feedId: string) => void = () => {}
  ) {}

  /**
   * @param onPart called after each part of a long advance, so that realms keep up with it
   * @returns the tick reached
   */
  async run(feedId: string, onPart: () => Promise<void> = async () => {}): Promise<number> {
    for (;;) {
      const part = await this.database.transaction((session) => this.#advance(session, feedId))
      this.moved(feedId)
      if (part.stored.realmId === null) this.#compareSeed(part.stored.feed.seed)
      await failpoint('venue.feed_ticked')
      await onPart()
      if (part.stored.feed.tick >= part.target) return part.stored.feed.tick
      await setImmediate()
    }
  }

  async #advance(session: SqlSession, feedId: string) {
    const stored = await this.feeds.lock(session, feedId)
    const nowMs = this.clock.nowMs()
    if (!stored) return { stored: await this.#open(session, feedId), target: tickAtMs(nowMs) }
    const target = targetTick(stored.clock, nowMs)
    if (stored.feed.tick >= target) return { stored, target }
    const steps = stepsOf(stored, target)
    const { feed, ...left } = runFeed(this.markets, stored.feed, {
      steps,
      tapes: await this.#tapesFor(session, stored, steps.length),
      passTicks: stored.passTicks,
      lastTick: target,
    })
    const advanced = { ...stored, feed }
    await writeTogether(session, async (writer) => {
      await this.feeds.save(writer, advanced)
      await this.ticks.keep(writer, feedId, left)
    })
    return { stored: advanced, target }
  }

  async #open(session: SqlSession, feedId: string): Promise<StoredFeed> {
    // Only a realm makes its private feed; a feed that was deleted must not come back.
    if (feedId.startsWith('fork:')) throw new Error('A private feed vanished')
    const tick = tickAtMs(this.clock.nowMs())
    const feed = newFeed(this.markets, this.settings.feedSeed ?? drawSeed(), tick)
    const stored: StoredFeed = {
      id: feedId,
      realmId: null,
      parentId: null,
      clock: WALL_CLOCK,
      passTicks: 1,
      commands: 0,
      firstTick: tick,
      feed,
    }
    if (await this.feeds.create(session, stored)) return stored
    const opened = await this.feeds.lock(session, feedId)
    if (!opened) throw new Error('The feed vanished while it was being opened')
    return opened
  }

  /** Reads only the candles that this part of the advance plays. */
  async #tapesFor(session: SqlSession, { id, feed }: StoredFeed, ticks: number) {
    if (feed.mode !== 'replay') return new Map()
    const wanted = Object.entries(feed.markets).flatMap(([marketId, { controls }]) => {
      if (!controls.tape) return []
      return [{ marketId, numbers: candlesPlayed(controls.tape, feed.tick, feed.tick + ticks) }]
    })
    return this.tapes.load(session, id, wanted)
  }

  /** Warns an operator who has changed the seed, because a series cannot change it half-way. */
  #compareSeed(stored: string) {
    if (this.#seedCompared) return
    this.#seedCompared = true
    const { feedSeed } = this.settings
    if (feedSeed !== null && feedSeed !== stored) {
      this.log.warn('VENUE_FEED_SEED has changed; the price feed keeps the seed it started with')
    }
  }
}

/**
 * The steps of an advance. A feed on the wall clock that was stopped catches up with longer steps.
 * A manual clock is moved on purpose and takes every tick, so that an advance in pieces equals one
 * advance; so does a feed that plays a tape.
 */
function stepsOf({ clock, feed }: StoredFeed, target: number): StepLength[] {
  const plain = clock.mode === 'wall' && feed.mode === 'generated'
  if (plain) return stepsBetween(feed.tick, target, STEPS_PER_TRANSACTION)
  return repeat(TICK, Math.min(STEPS_PER_TRANSACTION, target - feed.tick))
}
