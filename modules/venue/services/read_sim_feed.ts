import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { VENUE_LIMITS } from '../limits.ts'
import { FaultStore, type Fault } from '../storage/fault_store.ts'
import { type FeedCommand, FeedCommandStore } from '../storage/feed_command_store.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { FeedBoard, type FeedReading } from './feed_board.ts'
import { PrivateFeed } from './private_feed.ts'

export interface SimFeedView {
  reading: FeedReading
  faults: readonly Fault[]
  /** Newest first. */
  commands: readonly FeedCommand[]
}

/** Reads all that a builder may know of the private feed of a realm. */
@singleton()
export class ReadSimFeed {
  constructor(
    private database: Database,
    private feed: PrivateFeed,
    private faults: FaultStore,
    private commands: FeedCommandStore,
    private board: FeedBoard
  ) {}

  /** @throws ServiceError those of PrivateFeed */
  async run(principal: Principal, realmId: string): Promise<SimFeedView> {
    return this.view(await this.feed.read(principal, realmId))
  }

  async view(stored: StoredFeed): Promise<SimFeedView> {
    const [faults, commands] = await Promise.all([
      this.faults.list(this.database, stored.id),
      this.commands.newest(this.database, stored.id, VENUE_LIMITS.simCommandsShown),
    ])
    return { reading: this.board.reading(stored), faults, commands }
  }
}
