import type { Address, ContractName, Hex, UnsignedTransaction } from './chain_types.ts'
import { MOST_GAS } from './gas_limit.ts'

/** What a transaction of the service may call. */
export type CallableContract = ContractName | 'DeploymentProxy'

/** What a signature is wanted for, as whoever wants it says. */
export interface SigningIntent {
  /** Names what is wanted; see `Intent`. */
  purpose: string
  /** Which contract of the service stands at the address that is called; null: none of them. */
  contract: CallableContract | null
  /** The first four bytes of the call. */
  selector: Hex
  /** Whether a process of the service has ordered exactly this. */
  ordered: boolean
  limits: SigningLimits
}

/** The most that one transaction may cost its account. */
export interface SigningLimits {
  gas: bigint
  /** Wei per gas. */
  maxFee: bigint
  /** Wei that the call itself may carry. */
  value: bigint
}

/** What a signer agrees to, whoever asks. */
export interface SigningPolicy {
  chainId: number
  /** Wei per gas. */
  highestFee: bigint
  /** Selectors by contract. */
  calls: ReadonlyMap<CallableContract, ReadonlySet<Hex>>
  /** Of calls that give or take a role the only accounts they may give it to, by selector. */
  roles: ReadonlyMap<Hex, readonly Address[]>
}

/** Why a signer refuses, and what that says. */
export const SIGNING_REFUSALS = {
  wrong_chain: 'it is for another chain',
  not_ordered:
    'no process of the service has ordered it: somebody else has written it into the database',
  unknown_contract: 'no contract of the service is at the address that it calls',
  function_not_allowed: 'this account never calls that function',
  role_not_planned: 'it gives a role to an account that the settings do not name, or takes one',
  value_not_due: 'it carries value, and none is due',
  fee_above_bound: 'it offers more for gas than the chain may cost',
  gas_above_bound: 'it asks for more gas than any call of the service takes',
} as const

export type SigningRefusal = keyof typeof SIGNING_REFUSALS

/** Names of functions, by contract. */
export type AllowedCalls = Partial<Record<ContractName, readonly string[]>>

/**
 * What the service's accounts call, by contract. A function that is not listed is signed for nobody:
 * who reaches a signer then still cannot have it name an admin or an operator, or pay a token out.
 */
export const ALLOWED_CALLS: AllowedCalls = {
  RealmCustody: [
    'acceptCosigner',
    'acceptCosignerFor',
    'acceptRecoveryKey',
    'acceptRecoveryKeyFor',
    'attestObligations',
    'cancelCosigner',
    'cancelExit',
    'cancelRecoveryKey',
    'cancelRescue',
    'completeInheritance',
    'crossTransfer',
    'executeExit',
    'fundVault',
    'halt',
    'mintDeposit',
    'proposeInheritance',
    'refuseInheritance',
    'registerBoundary',
    'registerExchangeObject',
    'registerRecoveryKey',
    'requestExit',
    'requestExitCosigned',
    'resume',
    'returnVault',
    'revokeTimeLock',
    'setCosigner',
    'setGuardian',
    'setHouse',
    'setOperator',
    'setSettler',
    'setTimeLock',
    'settleBatch',
    'settleVault',
    'sweepDeposit',
    'voidOperations',
    'voidSettlements',
    'withdraw',
    'withdrawCosigned',
  ],
  CustodyFactory: ['createRealm'],
  TestUSD: ['mint'],
}

/** Of those, what gives a role, and which: only to accounts that the settings name for it. */
export const ROLE_CALLS = {
  setGuardian: 'guardians',
  setOperator: 'operators',
  setSettler: 'settlers',
} as const

/** What a settler's key is for: it moves value within a pool, and none out of it. */
export const SETTLER_CALLS: AllowedCalls = {
  RealmCustody: [
    'attestObligations',
    'crossTransfer',
    'fundVault',
    'mintDeposit',
    'registerBoundary',
    'registerExchangeObject',
    'returnVault',
    'settleBatch',
    'settleVault',
    'voidOperations',
    'voidSettlements',
  ],
}

/** What a guardian's key is for. */
export const GUARDIAN_CALLS: AllowedCalls = {
  RealmCustody: [
    'cancelCosigner',
    'cancelExit',
    'cancelRecoveryKey',
    'cancelRescue',
    'halt',
    'proposeInheritance',
    'refuseInheritance',
    'revokeTimeLock',
  ],
}

/** Calldata and gas of a transaction that uses up a nonce: its account calls itself, and nothing happens. */
export const FILLER_DATA: Hex = '0x'
export const FILLER_GAS = 100_000n

/** @returns null when a signer with this policy signs it for its account */
export function judgeSigning(
  transaction: UnsignedTransaction,
  intent: SigningIntent,
  policy: SigningPolicy,
  account: Address
): SigningRefusal | null {
  const { chainId, gas, maxFee, tip, value } = transaction
  const { limits } = intent
  if (chainId !== policy.chainId) return 'wrong_chain'
  const refusal = isFiller(transaction, account) ? null : judgeCall(transaction, intent, policy)
  if (refusal) return refusal
  if (value > limits.value) return 'value_not_due'
  const highest = policy.highestFee < limits.maxFee ? policy.highestFee : limits.maxFee
  if (maxFee > highest || tip > maxFee) return 'fee_above_bound'
  const most = MOST_GAS < limits.gas ? MOST_GAS : limits.gas
  return gas > most ? 'gas_above_bound' : null
}

function isFiller({ to, data }: UnsignedTransaction, account: Address): boolean {
  return to === account && data === FILLER_DATA
}

function judgeCall(
  { data }: UnsignedTransaction,
  { contract, selector, ordered }: SigningIntent,
  policy: SigningPolicy
): SigningRefusal | null {
  if (contract === null) return 'unknown_contract'
  const isThatCall = selectorOf(data) === selector
  if (!isThatCall || !policy.calls.get(contract)?.has(selector)) return 'function_not_allowed'
  const holders = policy.roles.get(selector)
  if (holders && !givesTo(holders, data)) return 'role_not_planned'
  return ordered ? null : 'not_ordered'
}

/** Of a call with an account and whether it is to have the role. */
function givesTo(accounts: readonly Address[], data: Hex): boolean {
  const [account, enabled] = [data.slice(34, 74).toLowerCase(), data.slice(74)]
  return (
    accounts.some((one) => one.slice(2).toLowerCase() === account) &&
    enabled.length === 64 &&
    BigInt(`0x${enabled}`) === 1n
  )
}

/** The first four bytes of a call. */
export function selectorOf(data: Hex): Hex {
  return data.slice(0, 10).toLowerCase() as Hex
}

/** Where the contracts of the service stand. */
export interface ContractsAt {
  /** @returns null when none of them is there, or the proxy is to deploy something else */
  at(to: Address, data: Hex): Promise<CallableContract | null>
}
