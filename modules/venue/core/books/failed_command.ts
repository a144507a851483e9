import type { OperationType } from '#app/extension/vocabulary'
import type { ComposedEntry, Composition } from '#modules/ledger/extension/companion'
import { marketOf, type Inputs } from '../engine/market_inputs.ts'
import { orderView } from './order_view.ts'
import type { FailureReason } from '../engine/refusals.ts'
import type { OrderRow } from './rows.ts'

/** What the operation of a command that failed in phase B tells. */
export type FailedOutcome = {
  status: string
  code: string
  details: { reason: FailureReason } & Readonly<Record<string, string>>
}

interface Failure {
  inputs: Inputs
  code: string
  reason: FailureReason
  message: string
  details: Readonly<Record<string, string>>
}

/**
 * What a command leaves behind that failed in phase B: its operation, and the order that it was
 * for.
 *
 * @param row null when the command makes no order
 */
export function failedCommand(
  { opType, objectId }: { opType: OperationType; objectId: string },
  row: OrderRow | null,
  { inputs, code, reason, message, details }: Failure
): Composition {
  const orderId = row && { orderId: row.order.orderId }
  const order = row && { order: viewOf({ ...row, failureReason: reason }, inputs) }
  const failed: ComposedEntry = {
    operation: 'asked',
    opType,
    objectId,
    state: 'failed',
    failureMessage: message,
    outcome: { code, details: { reason, ...details, ...orderId }, ...order },
    denomination: null,
    amount: null,
    legs: [],
    deltas: [],
    events: row ? [failedEvent(row, reason)] : [],
  }
  return { kind: 'composed', entries: [failed] }
}

function viewOf(row: OrderRow, inputs: Inputs) {
  return orderView(row, marketOf(inputs, row.order.market).szDecimals)
}

function failedEvent({ order, operationId }: OrderRow, reason: FailureReason) {
  const { orderId, objectId, market, side, status } = order
  const payload = { orderId, operationId, market, side, status, failureReason: reason }
  return { type: 'order.failed', objectId, payload }
}
