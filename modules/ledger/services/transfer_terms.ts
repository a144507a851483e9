import { invalidField } from '#app/http/errors/service_error'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { DEFAULT_TRANSFER_FEE } from '../core/fees.ts'
import type { RealmCard } from './realm_directory.ts'

export interface TransferInputs {
  amount: string
  feeOverride?: string | null
  sourceObjectPath?: string
  targetObjectPath?: string
}

/** The price of a transfer, in atoms. */
export interface PricedTerms {
  amount: Atoms
  /** Part of `amount`. */
  fee: Atoms
  /**
   * The fee by the request alone, without a look at the objects: a repetition is recognized by it
   * even when an object is gone.
   */
  askedFee: Atoms
}

/** The objects that exist at the paths of transfers. */
export type TransferParties = ReadonlyMap<string, { keepsOwnBooks: boolean }>

/**
 * Prices a transfer and checks what can be checked without the books. Cash that moves into or out
 * of books that an object's kind keeps costs nothing, unless the caller asks for a fee.
 *
 * @throws ServiceError VALIDATION_ERROR
 */
export function transferTerms(
  realm: RealmCard,
  inputs: TransferInputs,
  parties: TransferParties
): PricedTerms {
  const { sourceObjectPath, targetObjectPath } = inputs
  checkSides(inputs)
  const amount = parseUsd(inputs.amount)
  const askedFee = transferFee(realm, inputs.feeOverride)
  const isListed = inputs.feeOverride === undefined || inputs.feeOverride === null
  const paths = [sourceObjectPath, targetObjectPath]
  const isFree = paths.some((path) => parties.get(path ?? '')?.keepsOwnBooks)
  const fee = isListed && isFree ? 0n : askedFee
  if (amount <= fee) {
    const message = `The amount field, ${formatUsd(amount)}, must be greater than the fee of ${formatUsd(fee)}; GET /api/v1/fees/estimate tells the fee before`
    throw invalidField('amount', 'above_fee', message)
  }
  return { amount, fee, askedFee }
}

/** @throws ServiceError VALIDATION_ERROR when both sides are one object */
export function checkSides({
  sourceObjectPath,
  targetObjectPath,
}: Pick<TransferInputs, 'sourceObjectPath' | 'targetObjectPath'>): void {
  if (sourceObjectPath === undefined || sourceObjectPath !== targetObjectPath) return
  const message = 'The targetObjectPath field must name another object than sourceObjectPath'
  throw invalidField('targetObjectPath', 'different', message)
}

/** @throws ServiceError VALIDATION_ERROR */
export function transferFee(realm: RealmCard, feeOverride: string | null | undefined): Atoms {
  if (feeOverride === undefined || feeOverride === null) return DEFAULT_TRANSFER_FEE
  if (realm.asset === 'live') {
    throw invalidField(
      'feeOverride',
      'development_only',
      'The feeOverride field is for paper realms; a live realm has a fixed fee'
    )
  }
  return parseUsd(feeOverride)
}
