import { singleton } from '#app/extension/singleton'
import { SharedReads } from '#app/storage/shared_reads'
import { FeedBoard } from './feed_board.ts'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'

/** The feed of every paper realm that has no feed of its own. */
export const SHARED_FEED = 'main'

/** The id of a realm's private feed, whether it exists or not. */
export function feedOfRealm(realmId: string): string {
  return `fork:${realmId}`
}

/**
 * Knows which feed a realm follows. It is asked each time, because every process must see a fork
 * from the moment of its answer on.
 */
@singleton()
export class FeedDirectory {
  /** A burst of orders asks for one feed as often as it has orders, so reads are shared. */
  #own: SharedReads<StoredFeed | null>

  constructor(
    private feeds: FeedStore,
    private board: FeedBoard
  ) {
    this.#own = new SharedReads((feedId) => feeds.read(feedId))
  }

  /**
   * The feed of a realm: its own feed as it is now, or the shared one, which may be a fraction of a
   * second old.
   */
  async readOf(realmId: string): Promise<StoredFeed | null> {
    const own = await this.#own.read(feedOfRealm(realmId))
    return own ?? (await this.board.stored(SHARED_FEED))
  }

  async feedIdOf(realmId: string): Promise<string> {
    const feedId = feedOfRealm(realmId)
    return (await this.feeds.exists(feedId)) ? feedId : SHARED_FEED
  }
}
