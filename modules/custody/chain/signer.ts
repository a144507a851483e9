import type {
  Address,
  ContractName,
  Hex,
  SignedTransaction,
  UnsignedTransaction,
} from '../core/chain_types.ts'
import {
  judgeSigning,
  ROLE_CALLS,
  SIGNING_REFUSALS,
  type AllowedCalls,
  type CallableContract,
  type SigningIntent,
  type SigningPolicy,
  type SigningRefusal,
} from '../core/signing_policy.ts'
import type { PlannedRoles } from '../core/pool_roles.ts'
import { selectorsOf } from './artifacts.ts'

/** An account that signs, wherever its key is. */
export interface Signer {
  readonly address: Address
  /**
   * @returns the signed bytes and their hash. Signing the same again may give other bytes
   * @throws SigningRefused when the signer does not allow it
   * @throws SignerUnreachable when whoever has the key does not answer, or answers something else
   */
  sign(transaction: UnsignedTransaction, intent: SigningIntent): Promise<SignedTransaction>
}

/** A signer does not allow it. Nothing was signed or sent. */
export class SigningRefused extends Error {
  constructor(
    readonly purpose: string,
    readonly refusal: SigningRefusal
  ) {
    super(`${purpose} is not signed: ${SIGNING_REFUSALS[refusal]}`)
    this.name = 'SigningRefused'
  }
}

/** Whoever has the key gave no usable answer. It is asked again. */
export class SignerUnreachable extends Error {
  constructor(address: Address, reason: string, cause?: unknown) {
    super(`The signer of ${address} gives no signature: ${reason}`, { cause })
    this.name = 'SignerUnreachable'
  }
}

/** What is told of each refusal. */
export type OnRefusal = (refused: SigningRefused, transaction: UnsignedTransaction) => void

/**
 * Signs what its policy allows, and nothing else: the last gate before a key, so that a mistake or an
 * intruder in what asks does not have a signature that was never meant to be.
 */
export class GuardedSigner implements Signer {
  constructor(
    private signer: Signer,
    private policy: SigningPolicy,
    private onRefusal: OnRefusal
  ) {}

  get address(): Address {
    return this.signer.address
  }

  async sign(transaction: UnsignedTransaction, intent: SigningIntent): Promise<SignedTransaction> {
    const refusal = judgeSigning(transaction, intent, this.policy, this.address)
    if (refusal === null) return this.signer.sign(transaction, intent)
    const refused = new SigningRefused(intent.purpose, refusal)
    this.onRefusal(refused, transaction)
    throw refused
  }
}

/** @param planned the only accounts that may be given each role */
export function policyOf(
  bounds: Pick<SigningPolicy, 'chainId' | 'highestFee'>,
  allowed: AllowedCalls,
  planned: Omit<PlannedRoles, 'admin'>
): SigningPolicy {
  const roles = new Map<Hex, readonly Address[]>()
  for (const [fn, role] of Object.entries(ROLE_CALLS)) {
    for (const selector of selectorsOf('RealmCustody', [fn])) roles.set(selector, planned[role])
  }
  return { ...bounds, calls: callsOf(allowed), roles }
}

/** The proxy gets a salt and creation code; what that may be is known where the address is looked up. */
const PROXY_SALT: Hex = '0x00000000'

/** Of functions by name. */
function callsOf(allowed: AllowedCalls): SigningPolicy['calls'] {
  const calls = new Map<CallableContract, ReadonlySet<Hex>>([
    ['DeploymentProxy', new Set([PROXY_SALT])],
  ])
  for (const [contract, functions] of Object.entries(allowed)) {
    calls.set(contract as ContractName, selectorsOf(contract as ContractName, functions))
  }
  return calls
}
