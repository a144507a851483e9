import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import { type OrderFees, type OrderFeeSource, RealmReader } from '#modules/ledger/index'
import { MAX_BUILDER_TENTHS_BPS, feesOf } from '../core/engine/fees.ts'
import { LiveConnection } from '../live/services/live_connection.ts'
import { MarketList } from './market_list.ts'

/** The three fee parts that a taker pays; all markets share one rate. */
@singleton()
export class VenueOrderFees implements OrderFeeSource {
  readonly name = 'venue'

  constructor(
    private markets: MarketList,
    private realms: RealmReader,
    private live: LiveConnection
  ) {}

  async quote(
    { realmId, realmAsset }: { realmId: string; realmAsset: 'paper' | 'live' },
    notional: Atoms
  ): Promise<OrderFees> {
    const rates = this.markets.map(({ takerFeeRate }) => takerFeeRate)
    const exchangeRate = rates.reduce((most, rate) => (rate > most ? rate : most), 0n)
    // Without a builder address nobody collects the application fee at the live venue.
    const isCharged = realmAsset === 'paper' || (this.live.current?.builder ?? null) !== null
    const wanted = isCharged ? await this.realms.applicationFeeTenthsBps(realmId) : 0
    const applicationTenthsBps = Math.min(wanted, MAX_BUILDER_TENTHS_BPS)
    return feesOf(notional, { exchangeRate, platformTenthsBps: 0, applicationTenthsBps })
  }
}
