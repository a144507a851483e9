import { invalidField } from '#app/http/errors/service_error'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { DEFAULT_TRANSFER_FEE } from '#modules/ledger/core/fees'
import type { RealmCard } from '#modules/ledger/services/realm_directory'

export interface TransferInputs {
  amount: string
  feeOverride?: string | null
  sourceObjectPath?: string
  targetObjectPath?: string
}

/** What a transfer comes to. */
export interface TransferTerms {
  amount: Atoms
  /** Taken out of `amount`. */
  fee: Atoms
}

/**
 * Prices a transfer and checks what can be checked without looking at the books.
 *
 * @throws ServiceError VALIDATION_ERROR
 */
export function transferTerms(realm: RealmCard, inputs: TransferInputs): TransferTerms {
  const { sourceObjectPath, targetObjectPath } = inputs
  const amount = parseUsd(inputs.amount)
  const fee = transferFee(realm, inputs.feeOverride)
  if (sourceObjectPath !== undefined && sourceObjectPath === targetObjectPath) {
    throw invalidField('targetObjectPath', 'different', 'Source and target must be different.')
  }
  if (amount <= fee) {
    const message = `The amount must be greater than the fee of ${formatUsd(fee)} USD.`
    throw invalidField('amount', 'above_fee', message)
  }
  return { amount, fee }
}

function transferFee(realm: RealmCard, feeOverride: string | null | undefined): Atoms {
  if (feeOverride === undefined || feeOverride === null) return DEFAULT_TRANSFER_FEE
  if (realm.asset === 'live') {
    throw invalidField('feeOverride', 'development_only', 'A production realm has a fixed fee.')
  }
  return parseUsd(feeOverride)
}
