import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { ServiceError } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import { INTERVAL_SECONDS, bucketOf } from '../core/feed/candles.ts'
import { manualClock, type ClockMode } from '../core/feed/feed_clock.ts'
import { forkOf, newFeed } from '../core/feed/feed.ts'
import { msOfTick } from '../core/tick.ts'
import { drawSeed } from '../settings.ts'
import { FeedCommandStore } from '../storage/feed_command_store.ts'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'
import { TickStore } from '../storage/tick_store.ts'
import { SHARED_FEED } from './feed_directory.ts'
import { PrivateFeed } from './private_feed.ts'
import { MarketList } from './market_list.ts'

export interface ForkRequest {
  realmId: string
  /** Left out, a random seed is drawn. */
  seed?: string
  /** Starts from the shared feed's prices, or from every market's anchor. */
  from?: 'current' | 'anchor'
  /** A manual clock stands still from the first tick on. */
  clock?: ClockMode
}

/** Gives a realm a price feed of its own. */
@singleton()
export class ForkFeed {
  constructor(
    private database: Database,
    private feed: PrivateFeed,
    private feeds: FeedStore,
    private ticks: TickStore,
    private commands: FeedCommandStore,
    private markets: MarketList
  ) {}

  /**
   * @throws ServiceError CONFLICT when the realm has a private feed already,
   *   MARKET_DATA_UNAVAILABLE while the shared feed never ticked, and those of PrivateFeed.idOf
   */
  async run(principal: Principal, request: ForkRequest, keep?: KeepKey): Promise<StoredFeed> {
    const { realmId, seed = drawSeed(), from = 'current', clock = 'wall' } = request
    const id = await this.feed.idOf(principal, realmId)
    return this.database.transaction(async (session) => {
      // The lock on the shared feed stops its ticks while it is copied.
      const origin = await this.feeds.lock(session, SHARED_FEED)
      if (!origin) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
      const { tick } = origin.feed
      const copies = from === 'current'
      const fork: StoredFeed = {
        id,
        realmId,
        parentId: copies ? SHARED_FEED : null,
        clock: clock === 'wall' ? origin.clock : manualClock(msOfTick(tick)),
        passTicks: 1,
        commands: 1,
        firstTick: tick,
        feed: copies ? forkOf(this.markets, origin.feed, seed) : newFeed(this.markets, seed, tick),
      }
      if (!(await this.feeds.create(session, fork))) {
        throw new ServiceError('CONFLICT', {
          message: 'The realm has a private feed already.',
          next: 'Steer it with PUT /api/v1/exchange/sim/feed and its neighbours.',
          details: { reason: 'already_forked' },
        })
      }
      const command = JSON.stringify({ type: 'fork', from, seed, clock })
      await this.commands.append(session, id, { seq: 1, tick, command, actor: principal.actor })
      if (copies) await this.#takeOverPast(session, fork)
      await keep?.(session)
      return fork
    })
  }

  /**
   * The past before the fork is read from the parent; candles that are running at the fork are
   * copied.
   */
  async #takeOverPast(session: SqlSession, { id, firstTick }: StoredFeed) {
    await this.feeds.leaveHistory(session, id)
    const nowMs = msOfTick(firstTick)
    const running = INTERVAL_SECONDS.map((seconds) => [seconds, bucketOf(nowMs, seconds)] as const)
    await this.ticks.copyCandles(session, SHARED_FEED, id, running)
  }
}
