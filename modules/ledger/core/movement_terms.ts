import { parseUsd, type Atoms } from '#app/money/usd'
import type { Operation } from './terms.ts'

/** What a movement was opened with besides its amount; kept in its outcome from the first entry on. */
export interface MovementTerms {
  fee: Atoms
  destinationAddress: string | null
  /** The second signature it was opened with. */
  cosignature: { deadline: number; signature: string } | null
}

/** Where a withdrawal goes outside the ledger, as far as that is known. */
export function destinationOf(operation: Pick<Operation, 'outcome'>): string | null {
  return movementTermsOf(operation).destinationAddress
}

export function movementTermsOf({ outcome }: Pick<Operation, 'outcome'>): MovementTerms {
  const { fee, destinationAddress, cosignature } = JSON.parse(outcome) as {
    fee?: { amount: string }
    destinationAddress?: string | null
    cosignature?: MovementTerms['cosignature']
  }
  return {
    fee: fee ? parseUsd(fee.amount) : 0n,
    destinationAddress: destinationAddress ?? null,
    cosignature: cosignature ?? null,
  }
}
