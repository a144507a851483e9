import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { Mids } from './market_data_source.ts'
import { RealmFeed } from './realm_feed.ts'
import { RealmMarketData } from './realm_market_data.ts'

/** Reads the mid of every market that has one, and the age of the mids. */
@singleton()
export class ReadMids {
  constructor(
    private realmFeed: RealmFeed,
    private sources: RealmMarketData
  ) {}

  /** @throws ServiceError those of RealmFeed */
  async run(principal: Principal, realmId: string | undefined): Promise<Mids> {
    const source = await this.sources.of(principal, realmId)
    return source ? source.mids() : this.realmFeed.read(principal, realmId)
  }
}
