import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { Metadata } from '#app/metadata/metadata'

export const LINK_TYPES = ['deposit', 'withdrawal'] as const
export const LINK_STATUSES = ['pending', 'completed', 'expired'] as const
export const RETURN_STRATEGIES = ['redirect', 'close', 'navigate'] as const
/** Who has to act next: the payer, the chain, or nobody any more. */
export const PROGRESSES = ['waiting', 'processing', 'ended'] as const

export type LinkType = (typeof LINK_TYPES)[number]
export type LinkStatus = (typeof LINK_STATUSES)[number]
export type ReturnStrategy = (typeof RETURN_STRATEGIES)[number]
export type Progress = (typeof PROGRESSES)[number]

export interface PaymentLink {
  id: string
  realmId: string
  operationId: string
  type: LinkType
  /** The stored status; `statusAt` gives the status at a moment. */
  status: LinkStatus
  objectPath: string
  denomination: string
  amount: Atoms
  /**
   * 256 random bits, encrypted: everybody who has the token may see the link, and pay or be paid.
   */
  sealedToken: string
  returnUrl: string | null
  returnStrategy: ReturnStrategy
  /** What the payment is for, in words for whoever pays or is paid; null for none. */
  description: string | null
  /** The number that builder and payer know the payment by; null for none. */
  reference: string | null
  metadata: Metadata | null
  /** Where a withdrawal goes. The link names it, or its payee when confirming; null before that. */
  destinationAddress: string | null
  /**
   * The amount that completed the link; the chain may have brought more or less than was asked for.
   */
  receivedAmount: Atoms | null
  /** The amount that came after the link had ended; null for none. */
  lateAmount: Atoms | null
  expiresAt: Micros
  /** Money is on its way, so that the link does not end before this moment. */
  heldUntil: Micros | null
  createdAt: Micros
}

/**
 * The action on the object of a link that is needed to create and end the link, and to see its
 * token.
 */
export const ACTION_OF_TYPE = { deposit: 'svc:ReceiveTo', withdrawal: 'svc:WithdrawFrom' } as const

export const MICROS_PER_MINUTE = 60_000_000

/**
 * The `heldUntil` of a confirmed link: its money is sent, and only the end of the operation ends
 * the link.
 */
export const HELD_TO_THE_END: Micros = Date.UTC(2200, 0, 1) * 1000

/**
 * The status at a moment. A pending link has ended once its time is over, whenever the job runs
 * that records it.
 */
export function statusAt(
  link: Pick<PaymentLink, 'status' | 'expiresAt' | 'heldUntil'>,
  now: Micros
): LinkStatus {
  const endsAt = Math.max(link.expiresAt, link.heldUntil ?? 0)
  return link.status === 'pending' && now >= endsAt ? 'expired' : link.status
}

/** The status of a link whose operation is in a state; null while the operation has not ended. */
export function statusOfOperation(state: string): Exclude<LinkStatus, 'pending'> | null {
  if (state === 'completed') return 'completed'
  return state === 'pending' ? null : 'expired'
}
