import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { Metadata } from './metadata.ts'

export const LINK_TYPES = ['deposit', 'withdrawal'] as const
export const LINK_STATUSES = ['pending', 'completed', 'expired'] as const
export const RETURN_STRATEGIES = ['redirect', 'close', 'navigate'] as const
/** Whose turn it is: the payer's, the chain's, or nobody's any more. */
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
  /** As stored; `statusAt` says what it is at a moment. */
  status: LinkStatus
  objectPath: string
  denomination: string
  amount: Atoms
  /** 256 random bits, encrypted: whoever has the token may see the link, and pay or be paid. */
  sealedToken: string
  returnUrl: string | null
  returnStrategy: ReturnStrategy
  metadata: Metadata | null
  /** Of a withdrawal, once it is known: named with the link, or by whoever confirms it. */
  destinationAddress: string | null
  /** What completed the link; the chain may have brought more or less than was asked for. */
  receivedAmount: Atoms | null
  /** What came when the link had ended; null for nothing. */
  lateAmount: Atoms | null
  expiresAt: Micros
  /** Money is on its way: before this moment the link is not over. */
  heldUntil: Micros | null
  createdAt: Micros
}

/** What creating and ending a link needs on the object that gets the money or gives it; also being told its token. */
export const ACTION_OF_TYPE = { deposit: 'svc:ReceiveTo', withdrawal: 'svc:WithdrawFrom' } as const

export const MICROS_PER_MINUTE = 60_000_000

/** Of a link that was confirmed: its money is sent, and only the end of the operation ends it. */
export const HELD_TO_THE_END: Micros = Date.UTC(2200, 0, 1) * 1000

/**
 * The status at a moment. A pending link is over the moment its time is, whenever the job that
 * records it runs.
 */
export function statusAt(
  link: Pick<PaymentLink, 'status' | 'expiresAt' | 'heldUntil'>,
  now: Micros
): LinkStatus {
  const endsAt = Math.max(link.expiresAt, link.heldUntil ?? 0)
  return link.status === 'pending' && now >= endsAt ? 'expired' : link.status
}

/** What the end of the backing operation means for its link; null while it has not ended. */
export function statusOfOperation(state: string): Exclude<LinkStatus, 'pending'> | null {
  if (state === 'completed') return 'completed'
  return state === 'pending' ? null : 'expired'
}
