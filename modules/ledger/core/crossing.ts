import type { Atoms } from '#app/money/usd'

/** What one entry of the journal moved into or out of a set of objects. */
export interface MovedByEntry {
  seq: number
  /** What the objects of the set gained in total; negative when they lost. */
  net: Atoms
  /** Whether an object of the set is the source, so that `net` includes the fee it paid. */
  pays: boolean
}

/**
 * What crossed the border of the set. The fee of a transfer is a cost and no value that went
 * elsewhere, so it is taken out of what the source paid.
 *
 * @param fee of the entry, zero when it has none
 * @returns positive for what came in; zero for what moved inside
 */
export function crossed({ net, pays }: MovedByEntry, fee: Atoms): Atoms {
  return pays ? net + fee : net
}
