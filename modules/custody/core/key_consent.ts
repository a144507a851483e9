import type { BoundaryFacts } from './boundary_facts.ts'
import type { Address, Hex, TypedData } from './chain_types.ts'
import { domainOf, EIP712_DOMAIN } from './eip712_domain.ts'

/** What a key is to be for a boundary. */
export type KeyRole = 'recovery_key' | 'cosigner'

/** A key that a boundary is to get, and has not. */
export interface WaitingKey {
  role: KeyRole
  /** Null: the boundary is to be disarmed. */
  account: Address | null
  /** Unix seconds; null: it does not wait for a time. */
  ripeAt: number | null
  /** Number of the event that proposed it: what was signed or stored for an earlier proposal is not meant. */
  seq: number
  /** Proposed by the key that it succeeds, on the chain; else the service has to have asked for it. */
  byHolder: boolean
}

type Keys = Pick<
  BoundaryFacts,
  | 'pendingRecoveryKey'
  | 'recoveryKeyRipeAt'
  | 'keySeq'
  | 'cosigner'
  | 'pendingCosigner'
  | 'cosignerRipeAt'
  | 'cosignerSeq'
>

/** @returns null when none waits for this role */
export function waitingKey(role: KeyRole, keys: Keys): WaitingKey | null {
  if (role === 'recovery_key') {
    const { pendingRecoveryKey: account, recoveryKeyRipeAt: ripeAt, keySeq: seq } = keys
    return account && { role, account, ripeAt, seq, byHolder: ripeAt === null }
  }
  const { pendingCosigner: account, cosignerRipeAt: ripeAt, cosignerSeq: seq } = keys
  return ripeAt === null ? null : { role, account, ripeAt, seq, byHolder: keys.cosigner !== null }
}

/** All keys that wait. */
export function waitingKeys(keys: Keys): WaitingKey[] {
  return [waitingKey('recovery_key', keys), waitingKey('cosigner', keys)].filter(
    (waiting) => waiting !== null
  )
}

/** How long what a key signs stays good after it may take effect: a halt may come between. */
export const CONSENT_SECONDS = 30 * 24 * 3600

const SIGNED = {
  recovery_key: { primaryType: 'RecoveryKey', field: 'recoveryKey' },
  cosigner: { primaryType: 'Cosigner', field: 'cosigner' },
} as const

export interface WantedConsent {
  chainId: number
  pool: Address
  /** `keccak256(boundary id)`. */
  boundaryHash: Hex
  role: KeyRole
  account: Address
  /** Unix seconds. */
  deadline: number
}

/** What a key signs to take a role, as wallets take it; the contract hashes the same fields. */
export function consentTypedData(wanted: WantedConsent): TypedData {
  const { chainId, pool, boundaryHash, role, account, deadline } = wanted
  const { primaryType, field } = SIGNED[role]
  return {
    domain: domainOf(chainId, pool),
    types: {
      EIP712Domain: EIP712_DOMAIN,
      [primaryType]: [
        { name: 'boundary', type: 'bytes32' },
        { name: field, type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType,
    message: { boundary: boundaryHash, [field]: account, deadline: String(deadline) },
  }
}

/** The call of a pool by which a key that has given its word takes its role. */
export const ACCEPTS = {
  recovery_key: 'acceptRecoveryKeyFor',
  cosigner: 'acceptCosignerFor',
} as const satisfies Record<KeyRole, string>

/** What the co-signer of a boundary signs to name its successor; `proposals` makes it good for one change. */
export function cosignerChangeTypedData(
  { chainId, pool, boundaryHash, account, deadline }: Omit<WantedConsent, 'role'>,
  proposals: bigint
): TypedData {
  return {
    domain: domainOf(chainId, pool),
    types: {
      EIP712Domain: EIP712_DOMAIN,
      CosignerChange: [
        { name: 'boundary', type: 'bytes32' },
        { name: 'cosigner', type: 'address' },
        { name: 'proposals', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'CosignerChange',
    message: {
      boundary: boundaryHash,
      cosigner: account,
      proposals: String(proposals),
      deadline: String(deadline),
    },
  }
}
