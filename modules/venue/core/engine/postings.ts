import type { MicroUsd } from './state.ts'

/**
 * The account of a leg. `isolatedMarket` is the sub-ledger of an isolated position; null is cross.
 */
export type LedgerAccount =
  { owner: 'object'; objectId: string; isolatedMarket: string | null } | { owner: SystemOwner }

export type SystemOwner =
  | 'house'
  | 'venue_fees'
  | 'platform_fees'
  | 'builder_fees'
  | 'fee_recipients'
  | 'insurance'
  | 'custody'

export type LegKind =
  | 'transfer'
  | 'trade'
  | 'fee_exchange'
  | 'fee_platform'
  | 'fee_builder'
  | 'funding'
  | 'iso_transfer'
  | 'liquidation_penalty'
  | 'bad_debt'
  | 'settlement'
  | 'fee_distribution'

/** One side of a movement. USD amounts are micro-USD, `PERP:<market>` amounts are lots. */
export interface Leg {
  account: LedgerAccount
  denomination: string
  amount: bigint
  kind: LegKind
}

export const USD = 'USD'

export function perpOf(marketId: string): string {
  return `PERP:${marketId}`
}

export const HOUSE: LedgerAccount = { owner: 'house' }
export const INSURANCE: LedgerAccount = { owner: 'insurance' }
export const CUSTODY: LedgerAccount = { owner: 'custody' }

export function crossOf(objectId: string): LedgerAccount {
  return { owner: 'object', objectId, isolatedMarket: null }
}

export function isolatedOf(objectId: string, market: string): LedgerAccount {
  return { owner: 'object', objectId, isolatedMarket: market }
}

/** The two legs of an amount that goes from one account to another; no legs for zero. */
export function move(
  from: LedgerAccount,
  to: LedgerAccount,
  amount: MicroUsd,
  kind: LegKind,
  denomination = USD
): Leg[] {
  if (amount === 0n) return []
  return [
    { account: from, denomination, amount: -amount, kind },
    { account: to, denomination, amount, kind },
  ]
}

/**
 * @throws Error when the legs of a denomination do not sum to zero: value would appear or vanish
 */
export function assertBalanced(legs: readonly Leg[]): void {
  const sums = new Map<string, bigint>()
  for (const { denomination, amount } of legs) {
    sums.set(denomination, (sums.get(denomination) ?? 0n) + amount)
  }
  for (const [denomination, sum] of sums) {
    if (sum !== 0n) throw new Error(`Legs in ${denomination} are off by ${sum}`)
  }
}
