import type { Atoms } from '#app/money/usd'

/**
 * The payment as a link that a wallet on the same device opens (EIP-681): a transfer of the token,
 * with its amount in base units.
 *
 * @returns null for a chain that is no EVM chain
 */
export function walletLink(pay: {
  poolAddress: string
  tokenAddress: string
  /** CAIP-2, `eip155:8453`. */
  chain: string
  amount: Atoms
}): string | null {
  const chainId = /^eip155:(\d+)$/.exec(pay.chain)?.[1]
  if (chainId === undefined) return null
  return `ethereum:${pay.tokenAddress}@${chainId}/transfer?address=${pay.poolAddress}&uint256=${pay.amount}`
}
