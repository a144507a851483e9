import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { TICK_MS } from '../core/tick.ts'
import { FeedStore } from '../storage/feed_store.ts'
import { InstanceTicks } from '../storage/instance_ticks.ts'
import { AdvanceFeed } from './advance_feed.ts'
import { SHARED_FEED } from './feed_directory.ts'
import { MoveFeed } from './move_feed.ts'
import { PassRealms } from './pass_realms.ts'
import { StoreHistory } from './store_history.ts'

/**
 * Passes over every feed that is behind its clock, and every realm that is behind its feed. The
 * database knows which those are, so that a pass that is lost, late or doubled does no harm.
 */
@singleton()
export class TickFeeds {
  constructor(
    private feeds: FeedStore,
    private advance: AdvanceFeed,
    private move: MoveFeed,
    private realms: PassRealms,
    private history: StoreHistory,
    private instances: InstanceTicks,
    private log: Logger
  ) {}

  async run(): Promise<void> {
    await this.advance.run(SHARED_FEED)
    // Where nobody trades there is nothing else, and each question would be a turn of its own.
    if (!(await this.instances.anyLeft(SHARED_FEED, TICK_MS))) return
    for (const feedId of await this.feeds.moving(TICK_MS)) {
      await this.#move(feedId)
    }
    await this.realms.run()
    await this.history.run()
  }

  /** A private feed that fails must not hold up the feeds of other builders. */
  async #move(feedId: string): Promise<void> {
    try {
      await this.move.run(feedId)
    } catch (error) {
      this.log.error({ err: error, feedId }, 'a private feed could not tick')
    }
  }
}
