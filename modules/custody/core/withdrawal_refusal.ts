import type { DecodedRevert } from './chain_types.ts'

/** What the chain's refusal of a withdrawal means for its operation. */
export type RefusalVerdict =
  /** Nothing is decided: ask again later. */
  | { kind: 'wait' }
  /** The id has its outcome, or its exit waits: the events tell which. */
  | { kind: 'known' }
  /** Never like this: the operation ends without its effect. */
  | { kind: 'refused'; as: 'failed' | 'expired'; message: string }

/** Words for whoever asked for the withdrawal; they name nothing of the service's inside. */
export const WITHDRAWAL_MESSAGES = {
  frozen: 'The custody boundary is frozen by the holder of its recovery key.',
  cosign: 'Value leaves this boundary only with the signature of its co-signer.',
  cosignature: 'The co-signer of the boundary does not stand by this signature any more.',
  expired: 'The co-signed proposal expired before it could be executed.',
  insufficient: 'The custody boundary does not hold this amount on the chain.',
  destination: 'The destination address cannot take a withdrawal.',
  cancelled: 'The withdrawal was cancelled while it waited to leave.',
  unpayable: 'The token or the pool refuses to pay this withdrawal.',
  refused: 'The chain refuses this withdrawal.',
} as const

const FAILURES: Readonly<Record<string, keyof typeof WITHDRAWAL_MESSAGES>> = {
  BoundaryFrozen: 'frozen',
  CosignRequired: 'cosign',
  InvalidCosignature: 'cosignature',
  InsufficientBalance: 'insufficient',
  UnknownBoundary: 'insufficient',
  InvalidDestination: 'destination',
}

/**
 * The protection has changed since it was looked at, the pool is halted, or another exit waits: the
 * next look decides.
 */
const PASSING = new Set([
  'RealmHalted',
  'TimeLocked',
  'NotTimeLocked',
  'NotArmed',
  'NotOperator',
  'ExitPending',
])

/**
 * @param revert null when the node gave no reason that our contracts know
 * @param executed whether the node says that it ran the call, and that the call reverted; else the
 *   node itself refuses, which says nothing about the withdrawal
 */
export function judgeRefusal(revert: DecodedRevert | null, executed: boolean): RefusalVerdict {
  if (!revert) return executed ? failed('refused') : { kind: 'wait' }
  if (PASSING.has(revert.name)) return { kind: 'wait' }
  if (revert.name === 'OperationKnown') return { kind: 'known' }
  if (revert.name === 'CosignExpired') {
    return { kind: 'refused', as: 'expired', message: WITHDRAWAL_MESSAGES.expired }
  }
  return failed(FAILURES[revert.name] ?? 'refused')
}

/** A ripe exit that meets one of these is paid later, or has its end already. */
const DELAYS_EXIT = new Set(['RealmHalted', 'BoundaryFrozen', 'ExitNotRipe', 'NoExitPending'])

/**
 * Whether the refusal of a ripe exit is the last word: the token takes no payment to this address, or
 * the pool lacks the tokens. Such an exit would keep every later one of its boundary waiting.
 *
 * @param executed as for `judgeRefusal`
 */
export function isUnpayable(revert: DecodedRevert | null, executed: boolean): boolean {
  return executed && !(revert && DELAYS_EXIT.has(revert.name))
}

function failed(why: keyof typeof WITHDRAWAL_MESSAGES): RefusalVerdict {
  return { kind: 'refused', as: 'failed', message: WITHDRAWAL_MESSAGES[why] }
}
