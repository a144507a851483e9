import type { Principal } from '#app/extension/principal'
import type { FeedReading } from './feed_board.ts'
import type { RealmFeed } from './realm_feed.ts'

/** The mid of every market that has one, and how old they are. */
export class ReadMids {
  constructor(private realmFeed: RealmFeed) {}

  /** @throws ServiceError those of RealmFeed */
  run(principal: Principal, realmId: string | undefined): Promise<FeedReading> {
    return this.realmFeed.read(principal, realmId)
  }
}
