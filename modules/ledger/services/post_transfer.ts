import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import {
  type FoundObjects,
  isStale,
  paidFee,
  PlanTransfer,
  type PricedTransfer,
  type TransferCommand,
} from './plan_transfer.ts'
import { operationOf } from './poster/outcomes.ts'
import { type Outcome, Poster } from './poster/poster.ts'
import { PreviewPosting } from './poster/preview_posting.ts'
import { RealmDirectory, type RealmCard } from './realm_directory.ts'
import { transferTerms } from './transfer_terms.ts'
import { visibleOperation } from './visible_operation.ts'

/** Moves value between two objects of a realm, once per operation path. */
@singleton()
export class PostTransfer {
  constructor(
    private realms: RealmDirectory,
    private plan: PlanTransfer,
    private poster: Poster,
    private preview: PreviewPosting,
    private access: AccessControl
  ) {}

  /** @param dryRun answers what would happen now and stores nothing */
  async run(principal: Principal, command: TransferCommand, dryRun = false) {
    const realm = await this.realms.resolve(principal, command.realmId)
    const found = await this.plan.find(realm.id, [command])
    const terms = transferTerms(realm, command, found)
    const outcome = await this.#post(principal, realm, { command, terms }, { dryRun, found })
    const posted = operationOf(outcome)
    return {
      operation: visibleOperation(this.access, principal)(posted.operation),
      replayed: posted.replayed,
      fee: paidFee(posted, terms) ?? undefined,
      timing: outcome.timing,
    }
  }

  /** @param found the objects at its paths; left out, they are read again, for one last attempt */
  async #post(
    principal: Principal,
    realm: RealmCard,
    transfer: PricedTransfer,
    { dryRun, found }: { dryRun: boolean; found?: FoundObjects }
  ): Promise<Outcome> {
    const objects = found ?? (await this.plan.find(realm.id, [transfer.command]))
    const request = await this.plan.run(principal, realm, transfer, objects)
    try {
      return await (dryRun ? this.preview.run(request) : this.poster.post(request))
    } catch (error) {
      if (isStale(error)) this.plan.forget(realm.id, [transfer.command])
      if (!isStale(error) || error.code !== 'OBJECT_REPLACED' || !found) throw error
      return this.#post(principal, realm, transfer, { dryRun })
    }
  }
}
