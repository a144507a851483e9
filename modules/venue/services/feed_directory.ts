import { singleton } from '#app/extension/singleton'
import { SharedReads } from '#app/storage/shared_reads'
import { FeedBoard } from './feed_board.ts'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'

/** The feed every paper realm sees that has none of its own. */
export const SHARED_FEED = 'main'

/** The id of a realm's private feed, whether it exists or not. */
export function feedOfRealm(realmId: string): string {
  return `fork:${realmId}`
}

/** Which feed a realm follows. Never remembered: a fork must be seen everywhere from its answer on. */
@singleton()
export class FeedDirectory {
  /** A burst of orders asks for one feed as often as it has orders. */
  #own: SharedReads<StoredFeed | null>

  constructor(
    private feeds: FeedStore,
    private board: FeedBoard
  ) {
    this.#own = new SharedReads((feedId) => feeds.read(feedId))
  }

  /**
   * The feed of a realm: its own one as it stands this moment, else the shared one, which may be a
   * fraction of a second old.
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
