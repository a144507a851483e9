import type { Hex } from './chain_types.ts'
import type { PoolEvent } from './pool_event.ts'

/** What became of an operation id on the chain. Terminal: a pool gives an id one outcome, once. */
export interface EventOutcome {
  /** The operation's id as the chain knows it. */
  opHash: Hex
  state: 'executed' | 'rejected'
  /** Name of the contract's `Reject`, or null for what was executed. */
  reason: string | null
  /** Base units that moved; null for a rejection. */
  amount: bigint | null
}

/** `IRealmCustody.Reject`, in its order. */
export const REJECT_REASONS = [
  'None',
  'UnknownBoundary',
  'Frozen',
  'TimeLocked',
  'CosignRequired',
  'Insufficient',
  'Voided',
  'Zero',
  'SameBoundary',
  'OverCap',
] as const

/** `IRealmCustody.CreditKind`: references of the two others are chosen by strangers. */
const CREDITS_BY_OPERATION = new Set(['0', '3'])

/** @returns null for an event that ends no operation */
export function outcomeOfEvent({ name, args }: PoolEvent): EventOutcome | null {
  const executed = (opHash: unknown, amount: unknown): EventOutcome => ({
    opHash: String(opHash) as Hex,
    state: 'executed',
    reason: null,
    amount: BigInt(String(amount)),
  })
  switch (name) {
    case 'Settled':
    case 'Withdrawn':
    case 'VaultFunded':
    case 'VaultReturned':
      return executed(args.opId, args.amount)
    case 'VaultSettled':
      return executed(args.opId, args.delta)
    case 'Credited':
      return CREDITS_BY_OPERATION.has(String(args.kind)) ? executed(args.ref, args.amount) : null
    case 'SettlementRejected':
    case 'OperationRejected':
      return rejected(args.opId, String(args.reason))
    case 'ExitCancelled':
      return { ...rejected(args.opId, '0'), reason: 'Cancelled' }
    default:
      return null
  }
}

function rejected(opId: unknown, reason: string): EventOutcome {
  const name = REJECT_REASONS[Number(reason)] ?? reason
  return { opHash: String(opId) as Hex, state: 'rejected', reason: name, amount: null }
}
