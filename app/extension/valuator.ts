import type { ServiceObject } from '#app/extension/ledger_terms'
import type { Atoms } from '#app/money/usd'

/** Value of one denomination inside an object. Amounts and values in USD atoms. */
export interface ValuedBalance {
  denomination: string
  amount: Atoms
  /** Decimal string, or null when no price is known. */
  price: string | null
  valueUsd: Atoms
}

export interface ValuedReservation extends ValuedBalance {
  operationId: string
  /** Committed to leave, or in transit toward the object. */
  direction: 'departing' | 'arriving'
}

export interface ValuedPosition {
  market: string
  side: 'long' | 'short'
  size: string
  entryPrice: string
  markPrice: string | null
  unrealizedPnl: string | null
  valueUsd: Atoms
  leverage: string
}

export interface Valuation {
  objectId: string
  balances: ValuedBalance[]
  reservedBalances: ValuedReservation[]
  positions: ValuedPosition[] | null
  valueUsd: Atoms
  /** False when a mark was missing and the value is provisional. */
  midsComplete: boolean
}

/**
 * Says what objects of some types are worth, all at one cut of the realm's journal. Called with all
 * objects of its types at once, so that the cost is a few statements and not one per object.
 */
export interface Valuator {
  readonly name: string
  readonly types: readonly string[]
  valuate(realmId: string, objects: ServiceObject[]): Promise<Valuation[]>
}
