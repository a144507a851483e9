import type { Atoms } from '#app/money/usd'

/** What an order of a size would pay, in USD atoms. */
export interface OrderFees {
  /** The venue's own. */
  exchange: Atoms
  platform: Atoms
  /** The application's. */
  builder: Atoms
}

/** Knows what orders of a realm cost beyond the application fee, which is the realm's own. */
export interface OrderFeeSource {
  readonly name: string
  /** For an order that takes at once; one that rests may pay less. */
  quote(
    realm: { realmId: string; realmAsset: 'paper' | 'live' },
    notional: Atoms
  ): Promise<OrderFees>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    orderFeeSources?: OrderFeeSource[]
  }
}
