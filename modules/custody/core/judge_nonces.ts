import type { Address, Hex, MinedTransaction } from './chain_types.ts'

/** What the database says of one nonce. */
export interface OrderedTransaction {
  nonce: number
  to: Address
  data: Hex
  /** Of all attempts. */
  hashes: readonly Hex[]
}

/**
 * Of mined nonces of one account those that no transaction is known for which was ordered, and does
 * what was ordered: the same receiver, the same data and no value. An attempt that was mined under
 * another nonce counts for nothing.
 *
 * @param from first nonce, and `end` the first that is not looked at
 * @param mined what the chain has under the hashes of the attempts
 */
export function unexplainedNonces(
  { from, end }: { from: number; end: number },
  ordered: readonly OrderedTransaction[],
  mined: readonly MinedTransaction[]
): number[] {
  const byHash = new Map(mined.map((one) => [one.hash, one]))
  const explained = new Set<number>()
  for (const order of ordered) {
    const found = order.hashes.map((hash) => byHash.get(hash))
    if (found.some((one) => one !== undefined && doesWhatWasOrdered(order, one))) {
      explained.add(order.nonce)
    }
  }
  const nonces = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)
  return nonces.filter((nonce) => !explained.has(nonce))
}

export function doesWhatWasOrdered(
  { nonce, to, data, hashes }: OrderedTransaction,
  mined: MinedTransaction
): boolean {
  return (
    hashes.includes(mined.hash) &&
    mined.nonce === nonce &&
    // Rows of other releases may spell an address in another way than the node's is spelled here.
    mined.to?.toLowerCase() === to.toLowerCase() &&
    mined.data.toLowerCase() === data.toLowerCase() &&
    mined.value === 0n
  )
}
