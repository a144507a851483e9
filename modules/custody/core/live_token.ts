import type { Hex } from './chain_types.ts'

/** What a token says of itself, and the hash of its code. */
export interface TokenFacts {
  tokenSymbol: string
  tokenDecimals: number
  tokenCodeHash: Hex
}

/** A base unit of the token is an atom of the ledger. */
const DECIMALS = 6
const LONGEST_SYMBOL = 32

/**
 * Why live realms may not hold this token, or null when they may.
 *
 * @param expected the symbol of the registry; null: any
 * @param ourCode the hash of the code of test money, which whoever runs the service mints
 */
export function tokenRefusal(
  { tokenSymbol, tokenDecimals, tokenCodeHash }: TokenFacts,
  expected: string | null,
  ourCode: Hex | null
): string | null {
  if (tokenCodeHash === ourCode) return 'is test money, which the service itself can mint'
  if (tokenDecimals !== DECIMALS) {
    return `has ${tokenDecimals} decimals, and the ledger counts in ${DECIMALS}`
  }
  if (tokenSymbol === '' || tokenSymbol.length > LONGEST_SYMBOL) return 'has no usual symbol'
  if (expected === null || tokenSymbol === expected) return null
  return `calls itself "${tokenSymbol}", and ${expected} is expected`
}
