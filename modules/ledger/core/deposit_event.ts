import { idOf } from '#app/ids/ids'

/**
 * The id of the `deposit.completed` event of a deposit. It follows from the operation, so that the
 * answer of fund-account can name the event before it happens.
 */
export function depositEventId(operationId: string): string {
  return idOf(operationId, 'evt', 'deposit.completed')
}
