import { formatUsd } from '#app/money/usd'

/** A boundary as the contract holds it. Amounts in token base units, which are the ledger's atoms. */
export interface ChainBoundary {
  balance: bigint
  timeLock: bigint
  status: bigint
  lockedBy: string
  recoveryKey: string
  agent: string
}

/** A boundary as the API shows it. */
export interface BoundaryView {
  id: string
  realmId: string
  balance: string
  status: string
  lockedBy: string | null
  recoveryKey: string | null
  agentAddress: string | null
  /** Seconds; 0 = none. */
  timeLock: number
  pendingExit: null
}

const ZERO_ADDRESS = /^0x0{40}$/
/** By the number of the contract's status; 0 is "no such boundary". */
const STATUSES = ['none', 'active', 'soft_frozen', 'hard_frozen']

/** @returns null when the contract knows no such boundary */
export function boundaryView(
  id: string,
  realmId: string,
  entry: ChainBoundary
): BoundaryView | null {
  const status = STATUSES[Number(entry.status)]
  if (status === undefined)
    throw new Error('The contract reports a status this version does not know')
  if (status === 'none') return null
  return {
    id,
    realmId,
    balance: formatUsd(entry.balance),
    status,
    lockedBy: addressOrNull(entry.lockedBy),
    recoveryKey: addressOrNull(entry.recoveryKey),
    agentAddress: addressOrNull(entry.agent),
    timeLock: Number(entry.timeLock),
    pendingExit: null,
  }
}

function addressOrNull(address: string): string | null {
  return ZERO_ADDRESS.test(address) ? null : address
}
