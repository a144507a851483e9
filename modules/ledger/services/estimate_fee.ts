import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import type { OrderFees } from '../extension/order_fee_source.ts'
import type { Principal } from '#app/extension/principal'
import { invalidField } from '#app/http/errors/service_error'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { applicationFee } from '../core/fees.ts'
import { USD } from '../core/terms.ts'
import { ObjectDirectory } from './object_directory.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { transferTerms } from './transfer_terms.ts'
import { RealmReader } from '../storage/realm_reader.ts'

export interface FeeQuestion {
  realmId: string
  action: 'transfer' | 'order'
  amount: string
  sourcePath?: string
  targetPath?: string
  feeOverride?: string
}

/** The fees that a transfer or an order of this amount would pay. */
@singleton()
export class EstimateFee {
  constructor(
    private realms: RealmDirectory,
    private reader: RealmReader,
    private objects: ObjectDirectory,
    private modules: ModuleHost
  ) {}

  /** @throws ServiceError VALIDATION_ERROR when the transfer itself would be refused with it */
  async run(principal: Principal, question: FeeQuestion) {
    const realm = await this.realms.resolve(principal, question.realmId)
    if (question.action === 'order') return this.#order(realm, question)
    const { amount, fee } = await this.#transferTerms(realm, question)
    return answerOf(amount, fee)
  }

  /** Reads only the types of the two objects. A path without an object is priced like cash. */
  async #transferTerms(realm: RealmCard, question: FeeQuestion) {
    const { amount, feeOverride, sourcePath, targetPath } = question
    const paths = [sourcePath, targetPath].filter((path) => path !== undefined)
    const parties = await this.objects.usable(realm.id, paths)
    const inputs = { sourceObjectPath: sourcePath, targetObjectPath: targetPath }
    return transferTerms(realm, { amount, feeOverride, ...inputs }, parties)
  }

  /** All fees that the taker of an order would pay. */
  async #order(realm: RealmCard, { amount: text, feeOverride }: FeeQuestion) {
    if (feeOverride !== undefined) {
      throw invalidField(
        'feeOverride',
        'transfer_only',
        'Only the fee of a transfer is overridden.'
      )
    }
    const amount = parseUsd(text)
    const { exchange, platform, builder } = await this.#orderFees(realm, amount)
    return {
      ...answerOf(amount, exchange + platform + builder),
      feeBreakdown: {
        exchange: formatUsd(exchange),
        platform: formatUsd(platform),
        builder: formatUsd(builder),
      },
    }
  }

  /** Only the venue knows its own fees. Without a venue there is the application fee alone. */
  async #orderFees(realm: RealmCard, amount: Atoms): Promise<OrderFees> {
    const [venue] = this.modules.contributions('orderFeeSources')
    if (venue) return venue.quote({ realmId: realm.id, realmAsset: realm.asset }, amount)
    const tenthsBps = await this.reader.applicationFeeTenthsBps(realm.id)
    return { exchange: 0n, platform: 0n, builder: applicationFee(amount, tenthsBps) }
  }
}

function answerOf(amount: Atoms, fee: Atoms) {
  return {
    fee: { amount: formatUsd(fee), denomination: USD },
    netAmount: formatUsd(amount - fee),
  }
}
