import type { LedgerBoundary } from './balance_sheet.ts'

/** What the ledger says of a boundary, exchange objects apart. */
export interface TradingBoundary extends LedgerBoundary {
  /** Part of `userBalances`: what the journal says exchange objects have in cash. */
  exchangeCash: bigint
}

/**
 * What a boundary owes to exchange objects is what lies in their vaults: results of trading are in
 * the journal alone until value leaves. The rest of what the journal says of them is between them
 * and the house, and counts where the venue's own accounts are, in the default boundary.
 *
 * @param vaults by hash of the boundary: what vaults of living objects hold
 */
export function countedAtVaults(
  ledger: readonly TradingBoundary[],
  vaults: ReadonlyMap<string, bigint>
): LedgerBoundary[] {
  const results = ledger.reduce(
    (sum, { hash, exchangeCash }) => sum + exchangeCash - (vaults.get(hash) ?? 0n),
    0n
  )
  return ledger.map(({ exchangeCash, userBalances, systemBalances, ...place }) => ({
    ...place,
    userBalances: userBalances - exchangeCash + (vaults.get(place.hash) ?? 0n),
    systemBalances: place.isDefault ? systemBalances + results : systemBalances,
  }))
}
