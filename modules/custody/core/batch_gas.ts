/** The contract takes no more in one call; far below what a transaction may cost on any chain. */
export const LARGEST_BATCH = 200

const BASE_GAS = 60_000n
const GAS_PER_ITEM = 75_000n

/**
 * Gas for a batch: about seven times what was measured for items that execute, and more than the dearest
 * item costs, between two boundaries whose first standing it writes (`Gas.t.sol`). Estimating would run
 * the whole batch once more.
 */
export function batchGas(items: number): bigint {
  return BASE_GAS + GAS_PER_ITEM * BigInt(items)
}
