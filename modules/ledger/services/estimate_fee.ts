import type { Principal } from '#app/extension/principal'
import { invalidField } from '#app/http/errors/service_error'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { applicationFee } from '#modules/ledger/core/fees'
import { USD } from '#modules/ledger/core/terms'
import type { ObjectDirectory } from '#modules/ledger/services/object_directory'
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

/** What a transfer or an order of this amount would pay. */
export class EstimateFee {
  constructor(
    private realms: RealmDirectory,
    private reader: RealmReader,
    private objects: ObjectDirectory
  ) {}

  /** @throws ServiceError VALIDATION_ERROR where the transfer itself would be refused with it */
  async run(principal: Principal, question: FeeQuestion) {
    const realm = await this.realms.resolve(principal, question.realmId)
    const { amount, fee } =
      question.action === 'transfer'
        ? await this.#transferTerms(realm, question)
        : await this.#orderTerms(realm, question)
    return {
      fee: { amount: formatUsd(fee), denomination: USD },
      netAmount: formatUsd(amount - fee),
    }
  }

  /** Of the objects it looks at their types only; a path where nothing is costs what cash does. */
  async #transferTerms(realm: RealmCard, question: FeeQuestion) {
    const { amount, feeOverride, sourcePath, targetPath } = question
    const paths = [sourcePath, targetPath].filter((path) => path !== undefined)
    const parties = await this.objects.usable(realm.id, paths)
    const inputs = { sourceObjectPath: sourcePath, targetObjectPath: targetPath }
    return transferTerms(realm, { amount, feeOverride, ...inputs }, parties)
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
