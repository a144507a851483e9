import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import type { RealmDirectory } from '#modules/ledger/index'
import { SHARED_FEED } from './advance_feed.ts'

/** Which feed a caller sees: the shared one, or the one of a realm the caller names. */
export class RealmFeed {
  constructor(private realms: RealmDirectory) {}

  /**
   * @returns the id of the feed
   * @throws ServiceError NOT_FOUND or REALM_SCOPE_MISMATCH for a realm that is not the caller's,
   *   MARKET_DATA_UNAVAILABLE for a live realm: simulated prices must never pass for real ones
   */
  async resolve(principal: Principal, realmId: string | undefined): Promise<string> {
    if (realmId === undefined) return SHARED_FEED
    const realm = await this.realms.resolve(principal, realmId)
    if (realm.asset === 'live') {
      throw new ServiceError('MARKET_DATA_UNAVAILABLE', {
        message: 'This installation has no live venue; market data exists on paper realms only.',
      })
    }
    return SHARED_FEED
  }
}
