import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import type { FeedBoard, FeedReading } from './feed_board.ts'
import type { RealmFeed } from './realm_feed.ts'

/** The mid of every market that has one, and how old they are. */
export class ReadMids {
  constructor(
    private realmFeed: RealmFeed,
    private board: FeedBoard
  ) {}

  /** @throws ServiceError MARKET_DATA_UNAVAILABLE when the feed never ticked, and those of RealmFeed */
  async run(principal: Principal, realmId: string | undefined): Promise<FeedReading> {
    const reading = await this.board.read(await this.realmFeed.resolve(principal, realmId))
    if (!reading) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    return reading
  }
}
