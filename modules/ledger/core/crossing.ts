import type { Atoms } from '#app/money/usd'

/** What one entry of the journal moved into or out of a set of objects. */
export interface MovedByEntry {
  seq: number
  /** What the objects of the set gained in total; negative when they lost. */
  net: Atoms
  /** How many moves an object of the set is the source of, so that `net` includes their fees. */
  pays: number
  /** How many an object of the set is the target of. */
  gets: number
}

/** The fee of one entry. */
export interface EntryFee {
  /** What its moves have paid together, each the same; negative: what comes back of an earlier fee. */
  amount: Atoms
  moves: number
}

/**
 * What crossed the border of the set. The fee of a transfer is a cost and no value that went
 * elsewhere, so it is taken out of what the source paid; and what comes back of it, out of what the
 * target of a reversal got.
 *
 * @returns positive for what came in; zero for what moved inside
 */
export function crossed({ net, pays, gets }: MovedByEntry, fee: EntryFee | undefined): Atoms {
  if (!fee) return net
  // A reversal gives each of its targets the same part of the fee, to the unit.
  const own = BigInt(fee.amount < 0n ? gets : pays)
  return own > 0n ? net + (fee.amount * own) / BigInt(fee.moves) : net
}
