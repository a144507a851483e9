import { derivedId } from '#app/ids/ids'
import { destinationOf, type Operation } from '#modules/ledger/index'
import { termsOf } from '../core/link_inputs.ts'
import { MICROS_PER_MINUTE, statusOfOperation, type PaymentLink } from '../core/payment_link.ts'

/**
 * The link an operation was opened for. All but the token follows from the operation, so that a link
 * lost in a crash is made again the same.
 */
export function linkOfOperation(operation: Operation, sealedToken: string): PaymentLink {
  const { id, realmId, denomination, createdAt } = operation
  const { expiresInMinutes, ...terms } = termsOf(operation.input)
  const { path } = terms.type === 'deposit' ? operation.target : operation.source
  if (path === null || denomination === null) {
    throw new Error('A payment has an object and a denomination')
  }
  return {
    id: derivedId('pl', Math.floor(createdAt / 1000), `payment_link:${id}`),
    realmId,
    operationId: id,
    status: statusOfOperation(operation.state) ?? 'pending',
    objectPath: path,
    denomination,
    sealedToken,
    ...terms,
    destinationAddress: destinationOf(operation),
    receivedAmount: null,
    lateAmount: null,
    expiresAt: createdAt + expiresInMinutes * MICROS_PER_MINUTE,
    heldUntil: null,
    createdAt,
  }
}
