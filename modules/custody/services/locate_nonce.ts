import { RpcError } from '../chain/errors.ts'
import type { ChainGateway } from '../chain/gateway.ts'
import type { Address, MinedTransaction } from '../core/chain_types.ts'

/** Nodes that prune know the nonces that accounts had at some hundred blocks at most. */
const REACH_BLOCKS = 128

/**
 * The transaction that used a nonce of an account. Looks from the head backwards in growing steps, so
 * that what was mined just now is found on a node that keeps next to nothing.
 *
 * @param head the account's nonce there is higher
 * @returns null when it was mined too long ago for the node to tell
 * @throws ChainUnreachable, WrongChain
 */
export async function locateNonce(
  gateway: ChainGateway,
  address: Address,
  nonce: number,
  head: number
): Promise<MinedTransaction | null> {
  try {
    const used = async (block: number) => (await gateway.nonce(address, block)) > nonce
    const block = await firstUsed(used, head)
    if (block === null) return null
    const inside = await gateway.transactionsIn(block)
    return inside.find((one) => one.from === address && one.nonce === nonce) ?? null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}

/** The first block at whose end the nonce was used; at the head it was. Null: out of reach. */
async function firstUsed(
  used: (block: number) => Promise<boolean>,
  head: number
): Promise<number | null> {
  let high = head
  for (let step = 1; step <= REACH_BLOCKS && high > 0; step *= 2) {
    const low = Math.max(0, head - step)
    if (!(await used(low))) return firstBetween(used, low, high)
    high = low
  }
  return null
}

/** @param low before the nonce was used, and `high` after it */
async function firstBetween(
  used: (block: number) => Promise<boolean>,
  low: number,
  high: number
): Promise<number> {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await used(middle)) high = middle
    else low = middle
  }
  return high
}
