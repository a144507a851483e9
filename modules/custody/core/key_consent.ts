import type { BoundaryFacts } from './boundary_facts.ts'
import type { Address, Hex, TypedData } from './chain_types.ts'
import { domainOf, EIP712_DOMAIN } from './eip712_domain.ts'

/** What a key is to be for a boundary. A `successor` has the place of a recovery key that is lost. */
export type KeyRole = 'recovery_key' | 'cosigner' | 'successor'

/** Of those, what a key agrees to once it waits; a successor has agreed before. */
export type ConsentRole = Exclude<KeyRole, 'successor'>

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
  | 'successor'
  | 'successorRipeAt'
  | 'successorSeq'
>

/** @returns null when none waits for this role */
export function waitingKey(role: KeyRole, keys: Keys): WaitingKey | null {
  if (role === 'recovery_key') {
    const { pendingRecoveryKey: account, recoveryKeyRipeAt: ripeAt, keySeq: seq } = keys
    return account && { role, account, ripeAt, seq, byHolder: ripeAt === null }
  }
  if (role === 'successor') {
    const { successor: account, successorRipeAt: ripeAt, successorSeq: seq } = keys
    return account && { role, account, ripeAt, seq, byHolder: false }
  }
  const { pendingCosigner: account, cosignerRipeAt: ripeAt, cosignerSeq: seq } = keys
  return ripeAt === null ? null : { role, account, ripeAt, seq, byHolder: keys.cosigner !== null }
}

export const KEY_ROLES = ['recovery_key', 'cosigner', 'successor'] as const satisfies KeyRole[]

/** All keys that wait. */
export function waitingKeys(keys: Keys): WaitingKey[] {
  return KEY_ROLES.map((role) => waitingKey(role, keys)).filter((waiting) => waiting !== null)
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
  role: ConsentRole
  account: Address
  /** Unix seconds. */
  deadline: number
}

/** What a key signs to take a role, as wallets take it; the contract hashes the same fields. */
export function consentTypedData({ role, ...terms }: WantedConsent): TypedData {
  const { primaryType, field } = SIGNED[role]
  return keyTypedData(primaryType, field, terms)
}

/** The call of a pool by which a key that has given its word takes its role. */
export const ACCEPTS = {
  recovery_key: 'acceptRecoveryKeyFor',
  cosigner: 'acceptCosignerFor',
} as const satisfies Record<ConsentRole, string>

/** What the co-signer of a boundary signs to name its successor; `proposals` makes it good for one change. */
export function cosignerChangeTypedData(terms: KeyTerms, proposals: bigint): TypedData {
  return keyTypedData('CosignerChange', 'cosigner', terms, proposals)
}

/** What a successor signs to inherit a boundary; `proposals` makes it good for one proposal. */
export function inheritanceTypedData(terms: KeyTerms, proposals: bigint): TypedData {
  return keyTypedData('Inheritance', 'successor', terms, proposals)
}

type KeyTerms = Omit<WantedConsent, 'role'>

/** @param proposals left out where what is signed counts no proposals */
function keyTypedData(
  primaryType: string,
  field: string,
  { chainId, pool, boundaryHash, account, deadline }: KeyTerms,
  proposals?: bigint
): TypedData {
  const counted = proposals === undefined ? [] : [{ name: 'proposals', type: 'uint256' }]
  return {
    domain: domainOf(chainId, pool),
    types: {
      EIP712Domain: EIP712_DOMAIN,
      [primaryType]: [
        { name: 'boundary', type: 'bytes32' },
        { name: field, type: 'address' },
        ...counted,
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType,
    message: {
      boundary: boundaryHash,
      [field]: account,
      ...(proposals !== undefined && { proposals: String(proposals) }),
      deadline: String(deadline),
    },
  }
}
