import type { Micros } from '#app/clock/clock'
import { derivedId } from '#app/ids/ids'
import { destinationOf, type Operation } from '#modules/ledger/index'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { termsOf } from '../core/link_inputs.ts'
import { MICROS_PER_MINUTE, statusOfOperation, type PaymentLink } from '../core/payment_link.ts'

/**
 * The link that an operation was opened for. Everything but the token is derived from the
 * operation, so that a link that was lost in a crash is made again the same.
 */
export function linkOfOperation(
  operation: Operation,
  { sealedToken, live }: { sealedToken: string; live: boolean }
): PaymentLink {
  const { id, realmId, denomination, createdAt } = operation
  const { expiresInMinutes, ...terms } = termsOf(operation.input)
  const { path } = terms.type === 'deposit' ? operation.target : operation.source
  if (path === null || denomination === null) {
    throw new Error('A payment has an object and a denomination')
  }
  const expiresAt = createdAt + expiresInMinutes * MICROS_PER_MINUTE
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
    expiresAt,
    heldUntil: live && terms.type === 'deposit' ? blocksReadAt(expiresAt) : null,
    createdAt,
  }
}

/**
 * When the last blocks before a deadline have been read. The time of its block decides whether a
 * payment is in time, and before this moment it is not known whether there is one.
 */
function blocksReadAt(expiresAt: Micros): Micros {
  return expiresAt + PAYMENT_LINK_LIMITS.paymentLinkBlocksMs * 1000
}
