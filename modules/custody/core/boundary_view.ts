import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import type { BoundaryExit, BoundaryStatusName } from './boundary_facts.ts'
import { ZERO_ADDRESS } from './zero.ts'

/** A boundary as the contract holds it. Amounts in token base units, which are the ledger's atoms. */
export interface ChainBoundary {
  balance: bigint
  timeLock: bigint
  status: bigint
  lockedBy: string
  recoveryKey: string
  agent: string
}

/** A withdrawal that waits. */
export interface ExitView {
  /** `keccak256(operation id)`. */
  operationHash: string
  destinationAddress: string
  amount: string
  /** RFC 3339. */
  executableAt: string
}

/** A boundary as the API shows it. */
export interface BoundaryView {
  id: string
  realmId: string
  balance: string
  status: BoundaryStatusName
  lockedBy: string | null
  recoveryKey: string | null
  agentAddress: string | null
  /** Seconds; 0 = none. */
  timeLock: number
  pendingExit: ExitView | null
}

/** An exchange object as the API shows it. */
export interface ExchangeObjectView {
  id: string
  boundaryId: string
  status: string
  balance: string
  vaultAddress: string
}

/** By the number of the contract's status; 0 is "no such boundary". */
const STATUSES = ['none', 'active', 'soft_frozen', 'hard_frozen'] as const
/** An exchange object may do what its boundary may. */
const OBJECT_STATUSES = { active: 'Active', soft_frozen: 'SoftFrozen', hard_frozen: 'HardFrozen' }

/** @returns null when the contract knows no such boundary */
export function boundaryView(
  id: string,
  realmId: string,
  entry: ChainBoundary,
  exit: BoundaryExit | null = null
): BoundaryView | null {
  const status = statusOf(entry)
  if (status === null) return null
  return {
    id,
    realmId,
    balance: formatUsd(entry.balance),
    status,
    lockedBy: addressOrNull(entry.lockedBy),
    recoveryKey: addressOrNull(entry.recoveryKey),
    agentAddress: addressOrNull(entry.agent),
    timeLock: Number(entry.timeLock),
    pendingExit: exitView(exit),
  }
}

/** @returns null for a boundary the contract does not know */
export function statusOf({ status: number }: Pick<ChainBoundary, 'status'>) {
  const status = STATUSES[Number(number)]
  if (status === undefined)
    throw new Error('The contract reports a status this version does not know')
  return status === 'none' ? null : status
}

export function exitView(exit: BoundaryExit | null): ExitView | null {
  if (exit === null) return null
  return {
    operationHash: exit.opHash,
    destinationAddress: exit.to,
    amount: formatUsd(exit.amount),
    executableAt: toRfc3339(exit.ripeAt * 1_000_000),
  }
}

export function exchangeObjectView(
  id: string,
  boundaryId: string,
  status: BoundaryStatusName,
  { balance, vault }: { balance: bigint; vault: string }
): ExchangeObjectView {
  const shown = { status: OBJECT_STATUSES[status], balance: formatUsd(balance) }
  return { id, boundaryId, ...shown, vaultAddress: vault }
}

function addressOrNull(address: string): string | null {
  return address === ZERO_ADDRESS ? null : address
}
