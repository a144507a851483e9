import type { Atoms } from '#app/money/usd'

/** What an order of this size would pay, in USD atoms. */
export interface OrderFees {
  /** The venue's own fee. */
  exchange: Atoms
  platform: Atoms
  /** The application fee. */
  builder: Atoms
}

/** Knows what an order costs in a realm, beyond the realm's own application fee. */
export interface OrderFeeSource {
  readonly name: string
  /** Prices an order that takes at once; one that rests may pay less. */
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
