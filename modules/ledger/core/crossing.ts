import type { Atoms } from '#app/money/usd'

/** What one entry of the journal moved into or out of a set of objects. */
export interface MovedByEntry {
  seq: number
  /** Sum of what was moved, over the objects of the set. */
  net: Atoms
  /** Whether an object of the set paid for it: its fee is part of what it paid. */
  pays: boolean
}

/**
 * What crossed the border of the set. The fee of a transfer is no value that went elsewhere but a
 * cost, and is taken out of what its source paid.
 *
 * @param fee of the entry, zero when it has none
 * @returns positive for what came in; zero for what moved inside
 */
export function crossed({ net, pays }: MovedByEntry, fee: Atoms): Atoms {
  return pays ? net + fee : net
}
