import { idOf } from '#app/ids/ids'

/**
 * The id of the `deposit.completed` event of a deposit. It is derived from the operation, so that
 * the answer of fund-account can name the event before it happens.
 */
export function depositEventId(operationId: string): string {
  return idOf(operationId, 'evt', 'deposit.completed')
}

/**
 * The id of the event of a deposit that was seen outside and is not credited yet; a deposit has one
 * at most.
 */
export function detectedEventId(operationId: string): string {
  return idOf(operationId, 'evt', 'deposit.detected')
}

/** The id of the event of a deposit whose value has arrived for good. */
export function confirmedEventId(operationId: string): string {
  return idOf(operationId, 'evt', 'deposit.confirmed')
}
