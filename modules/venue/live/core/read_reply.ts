import { readErrorText, type VenueAnswer } from './error_texts.ts'
import type { LivePlan, LiveResult, OrderOutcome } from './plan.ts'
import type { ExchangeReply, PlacementStatus } from './wire_shapes.ts'

/**
 * The meaning of the venue's answer to an action, for its plan.
 *
 * @returns null when the answer proves nothing, so that the venue has to be asked
 */
export function readReply(plan: LivePlan, reply: ExchangeReply): LiveResult | null {
  if (reply.status === 'err') return ofText(readErrorText(reply.response))
  const statuses = reply.response.data?.statuses
  if (plan.kind === 'leverage' || plan.kind === 'isolated_margin') return { kind: 'done' }
  if (plan.kind === 'resize' && !statuses) return { kind: 'done' }
  if (!statuses || statuses.length === 0) return null
  // Some refusals are one error for the whole batch inside an "ok".
  const [first] = statuses
  const single = statuses.length === 1 && first && errorOf(first)
  if (single) return ofText(readErrorText(single))
  switch (plan.kind) {
    case 'orders':
      return statuses.length === plan.orders.length ? ofOrders(plan.orders, statuses) : null
    case 'cancels': {
      const done = plan.cancels.filter((_, index) => statuses[index] === 'success')
      return { kind: 'cancelled', orderIds: done.map(({ orderId }) => orderId) }
    }
    case 'resize':
      return { kind: 'done' }
  }
}

function errorOf(status: PlacementStatus): string | null {
  return typeof status === 'object' && 'error' in status ? status.error : null
}

function ofText(answer: VenueAnswer): LiveResult | null {
  switch (answer.kind) {
    case 'refused':
      return { kind: 'refused', reason: answer.reason }
    case 'expired':
      return { kind: 'failed', reason: 'expired' }
    case 'nonce_used':
      // It may be the answer to this very action, which arrived twice.
      return null
    case 'unknown_signer':
    case 'unexpected':
      return { kind: 'failed', reason: 'upstream_error' }
  }
}

function ofOrders(
  orders: readonly { orderId: string }[],
  statuses: readonly PlacementStatus[]
): LiveResult {
  const outcomes = orders.map(({ orderId }, index): OrderOutcome => {
    const status = statuses[index]!
    if (typeof status === 'string') return { orderId, kind: 'live', oid: null }
    if ('resting' in status) return { orderId, kind: 'live', oid: status.resting.oid }
    if ('filled' in status) return { orderId, kind: 'filled', oid: status.filled.oid }
    const answer = readErrorText(status.error)
    const reason = answer.kind === 'refused' ? answer.reason : 'order_not_live'
    return { orderId, kind: 'ended', reason }
  })
  return { kind: 'orders', orders: outcomes }
}
