import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { RealmDirectory } from '#modules/ledger/index'
import type { MarketDataSource } from './market_data_source.ts'
import { VenueDrivers } from './venue_drivers.ts'

/**
 * Finds the prices that a caller sees: those of the feed, or of the venue that the realm trades at.
 */
@singleton()
export class RealmMarketData {
  constructor(
    private realms: RealmDirectory,
    private drivers: VenueDrivers
  ) {}

  /**
   * @returns null when the feed has the prices
   * @throws ServiceError NOT_FOUND or REALM_SCOPE_MISMATCH for a realm that is not the caller's
   */
  async of(principal: Principal, realmId: string | undefined): Promise<MarketDataSource | null> {
    if (realmId === undefined) return null
    const realm = await this.realms.resolve(principal, realmId)
    return this.drivers.of(realm).marketData()
  }
}
