import { parseUsd, type Atoms } from '#app/money/usd'
import { hasTrait } from './operation_types.ts'
import { isOf, type Operation } from './terms.ts'

/**
 * The terms that a movement was opened on, besides its amount. They are kept in its outcome from
 * the first entry on.
 */
export interface MovementTerms {
  fee: Atoms
  destinationAddress: string | null
  /** The co-signer's signature that the movement was opened with. */
  cosignature: { deadline: number; signature: string } | null
}

/** Where a withdrawal goes outside the ledger; null as long as that is not known. */
export function destinationOf(operation: Operation): string | null {
  return isOf('withdrawal', operation) ? (operation.outcome.destinationAddress ?? null) : null
}

export function movementTermsOf(operation: Operation): MovementTerms {
  const fee = hasTrait(operation, 'paysFee', true) ? operation.outcome.fee : undefined
  return {
    fee: fee ? parseUsd(fee.amount) : 0n,
    destinationAddress: destinationOf(operation),
    cosignature: isOf('withdrawal', operation) ? (operation.outcome.cosignature ?? null) : null,
  }
}
