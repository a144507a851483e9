import type { OrderRequest } from '../core/engine/order_terms.ts'

type Payload = Omit<OrderRequest, 'sizeTolerance'> & {
  sizeTolerance?: number
  /** The former name of `sizeTolerance`. */
  maxSizeTolerance?: number
}

const DECIMALS = 12

/**
 * An order of a request in the form of the engine. A tolerance is a JSON number in the request, and
 * a text here.
 */
export function orderRequest(payload: Payload): OrderRequest {
  const { sizeTolerance, maxSizeTolerance, ...order } = payload
  return { ...order, ...toleranceText(sizeTolerance ?? maxSizeTolerance) }
}

export function toleranceText(tolerance: number | undefined): { sizeTolerance?: string } {
  return tolerance === undefined ? {} : { sizeTolerance: plain(tolerance) }
}

/** A number as text without an exponent, which JavaScript gives small numbers. */
function plain(value: number): string {
  return value.toFixed(DECIMALS).replace(/\.?0+$/, '')
}
