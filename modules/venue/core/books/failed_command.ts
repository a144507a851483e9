import type { ComposedEntry, Composition } from '#app/extension/companion'
import type { OrderRow } from './rows.ts'

interface Failure {
  code: string
  reason: string
  message: string
  details: Readonly<Record<string, string>>
}

/**
 * What a command leaves that failed in phase B: its operation, and the order it was for.
 *
 * @param row null when the command makes no order
 */
export function failedCommand(
  { opType, objectId }: { opType: string; objectId: string },
  row: OrderRow | null,
  { code, reason, message, details }: Failure
): Composition {
  const orderId = row && { orderId: row.order.orderId }
  const failed: ComposedEntry = {
    operation: 'asked',
    opType,
    objectId,
    state: 'failed',
    failureMessage: message,
    outcome: { code, details: { reason, ...details, ...orderId } },
    denomination: null,
    amount: null,
    legs: [],
    deltas: [],
    events: row ? [failedEvent(row, reason)] : [],
  }
  return { kind: 'composed', entries: [failed] }
}

function failedEvent({ order, operationId }: OrderRow, reason: string) {
  const { orderId, objectId, market, side, status } = order
  const payload = { orderId, operationId, market, side, status, failureReason: reason }
  return { type: 'order.failed', objectId, payload }
}
