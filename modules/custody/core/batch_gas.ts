/** The contract takes no more in one call; far below what a transaction may cost on any chain. */
export const LARGEST_BATCH = 200

const BASE_GAS = 60_000n
const GAS_PER_ITEM = 45_000n

/**
 * Gas for a batch: about four times what was measured for items that execute, and more than any item
 * can cost. Estimating would run the whole batch once more.
 */
export function batchGas(items: number): bigint {
  return BASE_GAS + GAS_PER_ITEM * BigInt(items)
}
