import type { Address, TypedData } from './chain_types.ts'

/** The fields of our domains. EIP-712 wants them among the types, and wallets hash what is there. */
export const EIP712_DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** What is signed for one pool is good for no other. */
export function domainOf(chainId: number, pool: Address): TypedData['domain'] {
  return { name: 'ServiceCustody', version: '1', chainId, verifyingContract: pool }
}
