import type { OrderRequest } from '../core/engine/order_terms.ts'

type Payload = Omit<OrderRequest, 'sizeTolerance'> & {
  sizeTolerance?: number
  /** The former name. */
  maxSizeTolerance?: number
}

const DECIMALS = 12

/** An order of a request as the engine takes it. A tolerance is a JSON number there, a text here. */
export function orderRequest(payload: Payload): OrderRequest {
  const { sizeTolerance, maxSizeTolerance, ...order } = payload
  return { ...order, ...toleranceText(sizeTolerance ?? maxSizeTolerance) }
}

export function toleranceText(tolerance: number | undefined): { sizeTolerance?: string } {
  return tolerance === undefined ? {} : { sizeTolerance: plain(tolerance) }
}

/** Without an exponent, which a small number has in its own text. */
function plain(value: number): string {
  return value.toFixed(DECIMALS).replace(/\.?0+$/, '')
}
