import { derivedId, timeMsOf } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import type { Address, Hex, TypedData } from './chain_types.ts'
import { domainOf, EIP712_DOMAIN } from './eip712_domain.ts'

/** What a co-signed withdrawal is to do. */
export interface ProposalTerms {
  realmId: string
  /** Operation path. */
  path: string
  objectPath: string
  amount: Atoms
  destinationAddress: string
  /** Unix seconds. */
  deadline: number
}

/** How long a proposal may wait for its signature: an old one surprises whoever forgot it. */
export const LONGEST_PROPOSAL_SECONDS = 30 * 24 * 3600
/** Clocks of two of our processes may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 60

/**
 * The nonce of a proposal: the id that its operation will have. It follows from the terms and the
 * time, so nothing has to be stored to know it again, and it cannot be another operation's.
 */
export function proposalNonce(terms: ProposalTerms, atMs: number): string {
  const { realmId, path, objectPath, amount, deadline } = terms
  const to = terms.destinationAddress.toLowerCase()
  const told = [realmId, path, objectPath, amount.toString(), to, deadline]
  return derivedId('op', atMs, `cosigned-withdrawal:${JSON.stringify(told)}`)
}

/** Whether a nonce was made for exactly these terms, and not in the future or long ago. */
export function isNonceOf(nonce: string, terms: ProposalTerms, nowSeconds: number): boolean {
  const atMs = timeMsOf(nonce)
  const ageSeconds = nowSeconds - atMs / 1000
  if (ageSeconds < -CLOCK_TOLERANCE_SECONDS || ageSeconds > LONGEST_PROPOSAL_SECONDS) return false
  return proposalNonce(terms, atMs) === nonce
}

export interface SignedWithdrawal {
  chainId: number
  pool: Address
  /** `keccak256(nonce)`. */
  opHash: Hex
  /** `keccak256(boundary id)`. */
  boundaryHash: Hex
  to: Address
  amount: Atoms
  deadline: number
  /** How often the boundary's co-signer has changed; null in pools before release 3, which do not ask. */
  arming: bigint | null
}

/** What the co-signer signs, as wallets take it; the contract hashes the same fields. */
export function withdrawalTypedData(withdrawal: SignedWithdrawal): TypedData {
  const { chainId, pool, opHash, boundaryHash, to, amount, deadline, arming } = withdrawal
  return {
    domain: domainOf(chainId, pool),
    types: {
      EIP712Domain: EIP712_DOMAIN,
      Withdrawal: [
        { name: 'operationId', type: 'bytes32' },
        { name: 'boundary', type: 'bytes32' },
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        ...(arming === null ? [] : [{ name: 'arming', type: 'uint256' }]),
      ],
    },
    primaryType: 'Withdrawal',
    message: {
      operationId: opHash,
      boundary: boundaryHash,
      to,
      amount: amount.toString(),
      deadline: String(deadline),
      ...(arming === null ? {} : { arming: arming.toString() }),
    },
  }
}
