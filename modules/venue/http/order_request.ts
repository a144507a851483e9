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
  const tolerance = sizeTolerance ?? maxSizeTolerance
  return { ...order, ...(tolerance !== undefined && { sizeTolerance: plain(tolerance) }) }
}

/** Without an exponent, which a small number has in its own text. */
function plain(value: number): string {
  return value.toFixed(DECIMALS).replace(/\.?0+$/, '')
}
