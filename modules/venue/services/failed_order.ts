import { isRefusal, readOrderTerms, type OrderRequest } from '../core/engine/order_terms.ts'
import type { AskedErrand } from './venue_desk.ts'

/**
 * The record of an order that its venue refused: its terms, and why. The order was never part of
 * any state; without the record a caller could not tell a refused order from one that never
 * arrived.
 */
export function failedOrder(
  { orderId, objectId, operationId }: { orderId: string; objectId: string; operationId: string },
  request: OrderRequest
): NonNullable<AskedErrand['failedOrder']> {
  return ({ inputs, refusal }) => {
    const terms = readOrderTerms(inputs, request)
    if (isRefusal(terms)) return null
    const { leverage, ...rest } = terms
    return {
      order: {
        ...orderFields(rest),
        orderId,
        objectId,
        filled: 0n,
        filledNotional: 0n,
        parentOrderId: null,
        twapId: null,
        status: 'FAILED',
        cancelReason: null,
        priority: 0,
        createdAtMs: inputs.nowMs,
        updatedAtMs: inputs.nowMs,
        triggeredAtMs: null,
      },
      operationId,
      leverage: leverage ?? 1,
      failureReason: refusal.reason,
    }
  }
}

function orderFields<Terms extends { isolated: boolean | null }>({ isolated: _, ...rest }: Terms) {
  return rest
}
