import type { Principal } from '#app/extension/principal'
import { invalidField } from '#app/http/errors/service_error'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { applicationFee } from '#modules/ledger/core/fees'
import { USD } from '#modules/ledger/core/terms'
import type { RealmCard, RealmDirectory } from '#modules/ledger/services/realm_directory'
import { transferTerms } from '#modules/ledger/services/transfer_terms'
import type { RealmReader } from '#modules/ledger/storage/realm_reader'

export interface FeeQuestion {
  realmId: string
  action: 'transfer' | 'order'
  amount: string
  sourcePath?: string
  targetPath?: string
  feeOverride?: string
}

/** What a transfer or an order of this amount would pay. Looks at no object: fees depend on none. */
export class EstimateFee {
  constructor(
    private realms: RealmDirectory,
    private reader: RealmReader
  ) {}

  /** @throws ServiceError VALIDATION_ERROR where the transfer itself would be refused with it */
  async run(principal: Principal, question: FeeQuestion) {
    const realm = await this.realms.resolve(principal, question.realmId)
    const { amount, fee } =
      question.action === 'transfer'
        ? transferTerms(realm, {
            amount: question.amount,
            feeOverride: question.feeOverride,
            sourceObjectPath: question.sourcePath,
            targetObjectPath: question.targetPath,
          })
        : await this.#orderTerms(realm, question)
    return {
      fee: { amount: formatUsd(fee), denomination: USD },
      netAmount: formatUsd(amount - fee),
    }
  }

  /** The application fee of the realm alone; what the venue takes, only the venue knows. */
  async #orderTerms(
    realm: RealmCard,
    { amount: text, feeOverride }: FeeQuestion
  ): Promise<{ amount: Atoms; fee: Atoms }> {
    if (feeOverride !== undefined) {
      throw invalidField(
        'feeOverride',
        'transfer_only',
        'Only the fee of a transfer is overridden.'
      )
    }
    const amount = parseUsd(text)
    const tenthsBps = await this.reader.applicationFeeTenthsBps(realm.id)
    return { amount, fee: applicationFee(amount, tenthsBps) }
  }
}
