import type { Micros } from '#app/clock/clock'
import { detectedAmountOf, startedAtOf, type Operation } from '#modules/ledger/index'
import {
  statusAt,
  statusOfOperation,
  type LinkStatus,
  type PaymentLink,
  type Progress,
} from '../core/payment_link.ts'
import { seenUntilOf } from './expire_links.ts'

/** The status now. The operation knows it first; the stored status follows through its events. */
export function statusNow(link: PaymentLink, operation: Operation, now: Micros): LinkStatus {
  const ended = statusOfOperation(operation.state)
  if (ended) return ended
  if (startedAtOf(operation) !== null) return 'pending'
  const seen = detectedAmountOf(operation) !== null
  const heldUntil = seen ? seenUntilOf(link.expiresAt) : link.heldUntil
  return statusAt({ ...link, heldUntil }, now)
}

/**
 * @param over whether the deadline has passed: a pending payment then waits for the chain, not for
 *   the payer
 */
export function progressOf(status: LinkStatus, operation: Operation, over: boolean): Progress {
  if (status !== 'pending') return 'ended'
  const underWay = startedAtOf(operation) !== null || detectedAmountOf(operation) !== null
  return underWay || over ? 'processing' : 'waiting'
}
