import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import {
  isStale,
  paidFee,
  type PlanTransfer,
  type PricedTransfer,
  type TransferCommand,
} from '#modules/ledger/services/plan_transfer'
import { operationOf } from '#modules/ledger/services/poster/outcomes'
import type { Outcome, Poster } from '#modules/ledger/services/poster/poster'
import type { PreviewPosting } from '#modules/ledger/services/poster/preview_posting'
import type { RealmDirectory, RealmCard } from '#modules/ledger/services/realm_directory'
import { transferTerms } from '#modules/ledger/services/transfer_terms'
import { visibleOperation } from '#modules/ledger/services/visible_operation'

/** Moves value between two objects of a realm, once per operation path. */
export class PostTransfer {
  constructor(
    private realms: RealmDirectory,
    private plan: PlanTransfer,
    private poster: Poster,
    private preview: PreviewPosting,
    private access: AccessControl
  ) {}

  /** @param dryRun answers what would happen now, and stores nothing */
  async run(principal: Principal, command: TransferCommand, dryRun = false) {
    const realm = await this.realms.resolve(principal, command.realmId)
    const terms = transferTerms(realm, command, await this.plan.find(realm.id, [command]))
    const outcome = await this.#post(principal, realm, { command, terms }, { dryRun })
    const posted = operationOf(outcome)
    return {
      operation: visibleOperation(this.access, principal)(posted.operation),
      replayed: posted.replayed,
      fee: paidFee(posted, terms) ?? undefined,
      timing: outcome.timing,
    }
  }

  async #post(
    principal: Principal,
    realm: RealmCard,
    transfer: PricedTransfer,
    { dryRun, again = false }: { dryRun: boolean; again?: boolean }
  ): Promise<Outcome> {
    const found = await this.plan.find(realm.id, [transfer.command])
    const request = await this.plan.run(principal, realm, transfer, found)
    try {
      return await (dryRun ? this.preview.run(request) : this.poster.post(request))
    } catch (error) {
      if (isStale(error)) this.plan.forget(realm.id, [transfer.command])
      if (!isStale(error) || error.code !== 'OBJECT_REPLACED' || again) throw error
      return this.#post(principal, realm, transfer, { dryRun, again: true })
    }
  }
}
