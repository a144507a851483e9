import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Market } from '../core/markets.ts'
import { FeedBoard, type FeedReading } from './feed_board.ts'
import { SHARED_FEED, FeedDirectory } from './feed_directory.ts'

/**
 * Finds the feed that a caller sees: the shared one, or that of the realm that the caller names.
 */
@singleton()
export class RealmFeed {
  constructor(
    private realms: RealmDirectory,
    private directory: FeedDirectory,
    private board: FeedBoard
  ) {}

  /**
   * The feed as it is now.
   *
   * @throws ServiceError NOT_FOUND or REALM_SCOPE_MISMATCH for a realm that is not the caller's,
   *   MARKET_DATA_UNAVAILABLE while the feed never ticked, and for a live realm, because simulated
   *   prices must never pass for real ones
   */
  async read(principal: Principal, realmId: string | undefined): Promise<FeedReading> {
    const reading = await this.find(principal, realmId)
    if (!reading) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    return reading
  }

  /**
   * @returns null while the feed never ticked
   * @throws ServiceError as `read` otherwise
   */
  async find(principal: Principal, realmId: string | undefined): Promise<FeedReading | null> {
    if (realmId === undefined) return this.board.read(SHARED_FEED)
    const realm = await this.realms.resolve(principal, realmId)
    if (realm.asset === 'live') {
      throw new ServiceError('MARKET_DATA_UNAVAILABLE', {
        message: 'The installation has no live venue, or the venue has none of this.',
        next: 'Name a paper realm in realmId, or leave it out.',
      })
    }
    const stored = await this.directory.readOf(realmId)
    return stored && this.board.reading(stored)
  }
}

/** @throws ServiceError NOT_FOUND */
export function listedMarket(markets: readonly Market[], marketId: string): Market {
  const market = markets.find(({ id }) => id === marketId)
  if (!market)
    throw notFound('market', marketId, 'GET /api/v1/exchange/market/meta lists the markets.')
  return market
}
