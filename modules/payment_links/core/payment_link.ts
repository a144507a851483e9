import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { Metadata } from './metadata.ts'

export const LINK_TYPES = ['deposit', 'withdrawal'] as const
export const LINK_STATUSES = ['pending', 'completed', 'expired'] as const
export const RETURN_STRATEGIES = ['redirect', 'close', 'navigate'] as const

export type LinkType = (typeof LINK_TYPES)[number]
export type LinkStatus = (typeof LINK_STATUSES)[number]
export type ReturnStrategy = (typeof RETURN_STRATEGIES)[number]

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
  /** 256 random bits, base64url: whoever has it may see the link and pay. */
  token: string
  returnUrl: string | null
  returnStrategy: ReturnStrategy
  metadata: Metadata | null
  expiresAt: Micros
  createdAt: Micros
}

/**
 * The status at a moment. A pending link is over the moment its time is, whenever the job that
 * records it runs.
 */
export function statusAt(link: Pick<PaymentLink, 'status' | 'expiresAt'>, now: Micros): LinkStatus {
  return link.status === 'pending' && now >= link.expiresAt ? 'expired' : link.status
}

/** What the end of the backing operation means for its link; null while it has not ended. */
export function statusOfOperation(state: string): Exclude<LinkStatus, 'pending'> | null {
  if (state === 'completed') return 'completed'
  return state === 'pending' ? null : 'expired'
}
