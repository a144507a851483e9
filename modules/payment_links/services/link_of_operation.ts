import { randomBytes } from 'node:crypto'
import { derivedId } from '#app/ids/ids'
import type { Operation } from '#modules/ledger/index'
import { termsOf } from '../core/link_inputs.ts'
import { statusOfOperation, type PaymentLink } from '../core/payment_link.ts'

const TOKEN_BYTES = 32
const MICROS_PER_MINUTE = 60_000_000

/**
 * The link a deposit operation was opened for. All but the token follows from the operation, so
 * that a link lost in a crash is made again the same.
 */
export function linkOfOperation(operation: Operation): PaymentLink {
  const { id, realmId, target, denomination, createdAt } = operation
  if (target.path === null || denomination === null) {
    throw new Error('A deposit has a target and a denomination')
  }
  const { expiresInMinutes, ...terms } = termsOf(operation.input)
  return {
    id: derivedId('pl', Math.floor(createdAt / 1000), `payment_link:${id}`),
    realmId,
    operationId: id,
    type: 'deposit',
    status: statusOfOperation(operation.state) ?? 'pending',
    objectPath: target.path,
    denomination,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    ...terms,
    expiresAt: createdAt + expiresInMinutes * MICROS_PER_MINUTE,
    createdAt,
  }
}
