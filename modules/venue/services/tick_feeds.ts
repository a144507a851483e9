import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { TICK_MS } from '../core/tick.ts'
import { FeedStore } from '../storage/feed_store.ts'
import { AdvanceFeed } from './advance_feed.ts'
import { SHARED_FEED } from './feed_directory.ts'
import { MoveFeed } from './move_feed.ts'
import { PassRealms } from './pass_realms.ts'
import { StoreHistory } from './store_history.ts'

/**
 * One pass over every feed that has somewhere to go, and every realm that is behind. All of it is
 * found in the database: a pass that was lost, late or doubled changes nothing.
 */
@singleton()
export class TickFeeds {
  constructor(
    private feeds: FeedStore,
    private advance: AdvanceFeed,
    private move: MoveFeed,
    private realms: PassRealms,
    private history: StoreHistory,
    private log: Logger
  ) {}

  async run(): Promise<void> {
    await this.advance.run(SHARED_FEED)
    for (const feedId of await this.feeds.moving(TICK_MS)) {
      await this.#move(feedId)
    }
    await this.realms.run()
    await this.history.run()
  }

  /** A private feed that fails is its builder's trouble, and nobody else's. */
  async #move(feedId: string): Promise<void> {
    try {
      await this.move.run(feedId)
    } catch (error) {
      this.log.error({ err: error, feedId }, 'a private feed could not tick')
    }
  }
}
